package vision

import (
	"bytes"
	"encoding/binary"
	"image"
)

// scans counts the scans of a JPEG by walking its markers, without decoding.
// It takes one pass and bounds nothing itself: the caller compares with maxScans. A file
// that is cut short gives those found.
func scans(data []byte) int {
	n := 0
	for i := 2; i+4 <= len(data); {
		if data[i] != 0xff { // entropy-coded data, or filler
			next := bytes.IndexByte(data[i:], 0xff)
			if next < 0 {
				return n
			}
			i += next
			continue
		}
		marker := data[i+1]
		switch {
		case marker == 0xff: // filler
			i++
		case marker == 0 || marker == 1 || marker >= 0xd0 && marker <= 0xd8: // stuffed byte, restart
			i += 2
		case marker == 0xd9: // end
			return n
		default:
			if marker == 0xda {
				n++
			}
			i += 2 + max(2, int(data[i+2])<<8|int(data[i+3]))
		}
	}
	return n
}

// orientation is the EXIF orientation of a picture file, 1 to 8; 1 (upright)
// when it has none or one that cannot be read.
func orientation(data []byte, mime string) int {
	var exif []byte
	switch mime {
	case "image/jpeg":
		exif = jpegExif(data)
	case "image/png":
		exif = chunk(data, 8, binary.BigEndian, true, "eXIf")
	case "image/webp":
		exif = chunk(data, 12, binary.LittleEndian, false, "EXIF")
	}
	if o := tiffOrientation(bytes.TrimPrefix(exif, []byte("Exif\x00\x00"))); o >= 1 && o <= 8 {
		return o
	}
	return 1
}

// jpegExif is the body of the first EXIF segment before the first scan.
func jpegExif(data []byte) []byte {
	for i := 2; i+4 <= len(data) && data[i] == 0xff && data[i+1] != 0xda; {
		end := i + 2 + int(data[i+2])<<8 + int(data[i+3])
		if end > len(data) || end < i+4 {
			return nil
		}
		if body := data[i+4 : end]; data[i+1] == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
			return body
		}
		i = end
	}
	return nil
}

// chunk finds a chunk by its name among those that begin at start: PNG's are
// length, name, body, checksum; RIFF's are name, length, body to an even length.
// A body that would reach beyond the file, and a name that is not there, give nil.
// The result is a part of data.
func chunk(data []byte, start int, order binary.ByteOrder, png bool, name string) []byte {
	for i := start; i+8 <= len(data); {
		id, size := data[i:i+4], uint64(order.Uint32(data[i+4:]))
		if png {
			id, size = data[i+4:i+8], uint64(order.Uint32(data[i:]))
		}
		if size > uint64(len(data)-i-8) {
			return nil
		}
		if string(id) == name {
			return data[i+8 : i+8+int(size)]
		}
		i += 8 + int(size)
		if png {
			i += 4
		} else {
			i += int(size & 1)
		}
	}
	return nil
}

// tiffOrientation is the orientation tag of the first directory; 0 without one.
// Any value may come back; the caller takes 1 to 8.
func tiffOrientation(b []byte) int {
	if len(b) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if string(b[:2]) == "II" {
		order = binary.LittleEndian
	}
	const tag, entry = 0x0112, 12
	at := uint64(order.Uint32(b[4:]))
	if at+2 > uint64(len(b)) {
		return 0
	}
	n := int(order.Uint16(b[at:]))
	for i := range n {
		e := int(at) + 2 + i*entry
		if e+entry > len(b) {
			return 0
		}
		if order.Uint16(b[e:]) == tag {
			return int(order.Uint16(b[e+8:]))
		}
	}
	return 0
}

// applyOrientation turns a picture by its EXIF orientation, over white.
// Orientations are those of EXIF 2.3: 2 to 8 mirror, turn or both. At 1 the picture
// itself comes back.
func applyOrientation(img image.Image, orientation int) image.Image {
	if orientation <= 1 {
		return img
	}
	rows := rowsOf(img)
	w, h := rows.w, rows.h
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	row := make([]uint8, 3*w)
	for y := range h {
		rows.read(y, row)
		for x := range w {
			tx, ty := turned(orientation, x, y, w, h)
			p := out.PixOffset(tx, ty)
			out.Pix[p], out.Pix[p+1], out.Pix[p+2], out.Pix[p+3] = row[3*x], row[3*x+1], row[3*x+2], 0xff
		}
	}
	return out
}

// turned is where the stored pixel x, y of a w×h picture is shown.
func turned(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	case 8:
		return y, w - 1 - x
	}
	return x, y
}
