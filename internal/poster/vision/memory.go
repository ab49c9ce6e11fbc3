package vision

import "encoding/binary"

// Memory estimates how many bytes it takes to Decode a picture, from its header and
// from above. What has no header that can be read takes nothing: Decode refuses it.
// It decodes nothing and takes no time to speak of. What is admitted by it may use less,
// never more, but for the decoder's small fixed buffers.
func Memory(data []byte) int64 {
	mime := Sniff(data)
	for _, f := range formats {
		if f.mime != mime {
			continue
		}
		head, err := f.config(data)
		if err != nil || head.Width < 1 || head.Height < 1 || head.Width > MaxSide || head.Height > MaxSide {
			return 0
		}
		pixels := int64(head.Width) * int64(head.Height)
		if pixels > MaxPixels {
			return 0
		}
		each := bytesAPixel(data, mime)
		if orientation(data, mime) > 1 {
			each += 4 // it is turned into a second picture
		}
		return pixels * each
	}
	return 0
}

// bytesAPixel is what a pixel of a picture takes while it is unpacked, from above.
func bytesAPixel(data []byte, mime string) int64 {
	switch mime {
	case "image/png":
		return pngBytesAPixel(data)
	case "image/jpeg":
		return jpegBytesAPixel(data)
	}
	return 10 // WebP: four planes and the steps of a lossless one
}

// pngBytesAPixel goes by bit depth, and counts twice what is interlaced: its last
// pass is half a picture of its own.
func pngBytesAPixel(data []byte) int64 {
	const depth, interlaced = 24, 28
	if len(data) <= interlaced {
		return 16
	}
	each := int64(4)
	if data[depth] == 16 {
		each = 8
	}
	if data[interlaced] != 0 {
		each *= 2
	}
	return each
}

// jpegBytesAPixel goes by the frame: every component is a plane, and of a progressive
// picture four bytes more are kept of each until its last scan. Four components are
// put together anew.
func jpegBytesAPixel(data []byte) int64 {
	marker, frame := jpegFrame(data)
	if len(frame) < 6 || len(frame) < 6+3*int(frame[5]) {
		return 24
	}
	components := int(frame[5])
	var sum, most int64
	for i := range components {
		sampling := frame[6+3*i+1]
		n := int64(sampling>>4) * int64(sampling&0x0f)
		sum += n
		most = max(most, n)
	}
	each := int64(1)
	if marker == 0xc2 { // progressive
		each = 5
	}
	// In fractions of the component that has most, and rounded up.
	bytes := (each*sum + max(most, 1) - 1) / max(most, 1)
	if components == 4 {
		bytes += 5
	}
	return bytes
}

// jpegFrame gives the frame header of a JPEG and its marker.
func jpegFrame(data []byte) (marker byte, body []byte) {
	for i := 2; i+4 <= len(data) && data[i] == 0xff; {
		marker = data[i+1]
		if marker == 0xff { // filler
			i++
			continue
		}
		end := i + 2 + int(binary.BigEndian.Uint16(data[i+2:]))
		if end > len(data) || end < i+4 {
			return 0, nil
		}
		if marker >= 0xc0 && marker <= 0xc2 {
			return marker, data[i+4 : end]
		}
		i = end
	}
	return 0, nil
}
