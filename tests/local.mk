if HAVE_CMOCKA
endif
