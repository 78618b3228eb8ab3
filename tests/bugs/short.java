/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* A client of the agent world with a bug: it takes what one read() brings for all that it asked for, but a connection may hand
 * over the bytes in pieces.  */
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

class Short {
	static final InputStream IN = System.in;
	static boolean mended;

	static ByteBuffer read(int size) throws IOException {
		byte[] bytes = new byte[size];
		int got = mended ? IN.readNBytes(bytes, 0, size) : IN.read(bytes);

		if (size > 0 && got <= 0)
			System.exit(0); // the connection has ended
		return ByteBuffer.wrap(bytes);
	}

	static void simulation() throws IOException {
		ByteBuffer flags = read(27);
		int one = flags.get(0) & 255, two = flags.get(1), limits = Integer.bitCount(two & 4) * 4;
		int turns = 0;

		read(Integer.bitCount(one & 15) + 2 * Integer.bitCount(one & 240) + limits + 4 * Integer.bitCount(two & 24));
		int percept = read(1).get();
		while (read(1).get() != 0)
			read(2);
		while (percept >= 0) { // the highest bit is End
			turns++;
			System.out.write(turns > 200 ? 0 : (percept & 2) != 0 ? 4 : (percept & 8) != 0 ? 2 : 1);
			System.out.flush();
			percept = read(1).get();
		}
		read(4);
	}

	public static void main(String[] words) throws IOException {
		mended = words.length > 0 && words[0].equals("mended");
		System.out.write(0);
		System.out.flush();
		while (true)
			simulation();
	}
}
