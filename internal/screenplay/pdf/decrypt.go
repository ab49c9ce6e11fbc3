package pdf

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"strconv"
	"strings"

	pdf "github.com/ledongthuc/pdf"
)

// decrypted makes a PDF readable that is encrypted under the empty user password: one whose
// owner forbade changing or printing opens for everybody. It decrypts the streams in place, so
// that the file's tables stay right, and hides the encryption dictionary from the trailer.
// Strings outside streams stay encrypted; no text of a page is among them.
//
// data itself is not changed, and returned when it is not encrypted. ok is false for a file
// that needs a password, or whose encryption is none of the standard handler's (ISO 32000-2,
// 7.6).
func decrypted(data []byte) (plain []byte, ok bool) {
	plain, found := withoutEncryption(data)
	if !found {
		return data, true
	}
	dict, id := encryption(plain)
	if dict.Kind() == pdf.Null {
		return data, true
	}
	handler, ok := newSecurityHandler(dict, id)
	if !ok {
		return nil, false
	}
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte("stream"))
		if i < 0 {
			return plain, true
		}
		at += i
		object, begin := objectOfStream(data, at)
		if begin < 0 {
			at += len("stream")
			continue
		}
		end := streamEnd(data, object.dict, begin)
		if !bytes.Contains(object.dict, []byte("/XRef")) && !handler.isPlain(object.dict) {
			copy(plain[begin:end], handler.decrypt(object, data[begin:end]))
		}
		at = end
	}
}

// withoutEncryption returns a copy of a PDF in which the key Encrypt of its trailers is
// hiddenKey, in as many bytes; found is false, and plain nil, where there is none.
func withoutEncryption(data []byte) (plain []byte, found bool) {
	key := []byte("/Encrypt")
	for at := 0; ; at += len(key) {
		i := bytes.Index(data[at:], key)
		if i < 0 {
			return plain, plain != nil
		}
		at += i
		if next := at + len(key); next < len(data) && isASCIILetter(data[next]) {
			continue // EncryptMetadata
		}
		if plain == nil {
			plain = bytes.Clone(data)
		}
		copy(plain[at:], ("/" + hiddenKey + "       ")[:len(key)])
	}
}

// hiddenKey is the name of the encryption dictionary where the reader must not see it.
const hiddenKey = "Enc"

// encryption returns the encryption dictionary of a PDF that withoutEncryption gave, and the
// first of its ids. The dictionary is null where the file has none or cannot be read.
func encryption(plain []byte) (dict pdf.Value, id string) {
	defer func() {
		if recover() != nil { // of the reader, on a damaged file
			dict = pdf.Value{}
		}
	}()
	file, err := pdf.NewReader(bytes.NewReader(plain), int64(len(plain)))
	if err != nil {
		return pdf.Value{}, ""
	}
	return file.Trailer().Key(hiddenKey), file.Trailer().Key("ID").Index(0).RawString()
}

// isASCIILetter reports whether b is a letter of ASCII.
func isASCIILetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// streamObject is an object that holds a stream: its number, generation and dictionary.
type streamObject struct {
	id, generation uint32
	dict           []byte
}

// mostDict is how many bytes before the keyword stream its object may begin.
const mostDict = 16 << 10

// objectOfStream returns the object whose stream the keyword at data[at:] begins, and where
// the bytes of the stream begin, which is negative where the keyword is none.
func objectOfStream(data []byte, at int) (object streamObject, begin int) {
	head := bytes.TrimRight(data[max(0, at-mostDict):at], " \t\r\n\f")
	begin = at + len("stream")
	switch rest := data[begin:]; {
	case !bytes.HasSuffix(head, []byte(">>")):
		return object, -1
	case bytes.HasPrefix(rest, []byte("\r\n")):
		begin += 2
	case bytes.HasPrefix(rest, []byte("\n")), bytes.HasPrefix(rest, []byte("\r")):
		begin++
	default:
		return object, -1
	}
	i := bytes.LastIndex(head, []byte(" obj"))
	if i < 0 {
		return object, -1
	}
	words := strings.Fields(string(head[max(0, i-24):i]))
	if len(words) < 2 {
		return object, -1
	}
	id, err1 := strconv.ParseUint(trimToDigits(words[len(words)-2]), 10, 32)
	generation, err2 := strconv.ParseUint(words[len(words)-1], 10, 16)
	if err1 != nil || err2 != nil {
		return object, -1
	}
	return streamObject{uint32(id), uint32(generation), head[i+len(" obj"):]}, begin
}

// trimToDigits returns the digits that a word ends with: "endobj12" has "12".
func trimToDigits(word string) string {
	return word[len(strings.TrimRight(word, "0123456789")):]
}

// streamEnd returns where a stream that begins at begin ends: where its dictionary says so, if
// endstream follows there, else before the next endstream.
func streamEnd(data, dict []byte, begin int) int {
	if n, direct := lengthOf(dict); direct && begin+n <= len(data) {
		if bytes.HasPrefix(bytes.TrimLeft(data[begin+n:min(len(data), begin+n+16)], "\r\n \t"), []byte("endstream")) {
			return begin + n
		}
	}
	i := bytes.Index(data[begin:], []byte("endstream"))
	if i < 0 {
		return len(data)
	}
	end := begin + i
	if bytes.HasSuffix(data[begin:end], []byte("\r\n")) {
		return end - 2
	}
	if end > begin && (data[end-1] == '\n' || data[end-1] == '\r') {
		return end - 1
	}
	return end
}

// lengthOf reads the length of a stream; direct is false where it is in another object.
func lengthOf(dict []byte) (n int, direct bool) {
	_, rest, found := bytes.Cut(dict, []byte("/Length "))
	if !found {
		return 0, false
	}
	words := strings.Fields(strings.Trim(string(rest[:min(len(rest), 32)]), "/>"))
	if len(words) == 0 || len(words) > 2 && words[2] == "R" {
		return 0, false
	}
	digits := words[0][:len(words[0])-len(strings.TrimLeft(words[0], "0123456789"))]
	n, err := strconv.Atoi(digits)
	return n, err == nil && n >= 0
}

// streamMethod is how streams are encrypted.
type streamMethod uint8

const (
	rc4Method streamMethod = iota
	aes128Method
	aes256Method
	noMethod
)

// securityHandler decrypts the streams of one PDF.
type securityHandler struct {
	key           []byte
	method        streamMethod
	plainMetadata bool
}

// newSecurityHandler returns the handler for an encryption dictionary and the file's first id;
// ok is false where the empty user password does not open the file.
func newSecurityHandler(dict pdf.Value, id string) (h securityHandler, ok bool) {
	defer func() {
		if recover() != nil { // of the reader, on a damaged file
			ok = false
		}
	}()
	if dict.Key("Filter").Name() != "Standard" {
		return h, false
	}
	version := dict.Key("V").Int64()
	h.plainMetadata = dict.Key("EncryptMetadata").Kind() == pdf.Bool && !dict.Key("EncryptMetadata").Bool()
	bits := dict.Key("Length").Int64()
	if bits == 0 || version == 1 {
		bits = 40
	}
	if version >= 4 {
		bits = 128
		switch filter := dict.Key("StmF").Name(); dict.Key("CF").Key(filter).Key("CFM").Name() {
		case "V2":
		case "AESV2":
			h.method = aes128Method
		case "AESV3":
			h.method = aes256Method
		default:
			h.method = noMethod
		}
	}
	if bits%8 != 0 || bits < 40 || bits > 128 || version < 1 || version > 5 {
		return h, false
	}
	parameters := passwordParameters{
		revision: dict.Key("R").Int64(), length: int(bits / 8), owner: dict.Key("O").RawString(), user: dict.Key("U").RawString(),
		userKey: dict.Key("UE").RawString(), permissions: uint32(dict.Key("P").Int64()), id: id, plainMetadata: h.plainMetadata,
	}
	h.key, ok = parameters.fileKey()
	return h, ok
}

// isPlain reports whether a stream is not encrypted: the metadata where the file says so, and
// streams that name their own filter.
func (h securityHandler) isPlain(dict []byte) bool {
	return h.method == noMethod || h.plainMetadata && bytes.Contains(dict, []byte("/Metadata")) || bytes.Contains(dict, []byte("/Crypt"))
}

// decrypt returns a stream in the clear, in as many bytes as it had: behind the end of a
// shorter one stand line feeds, which end no filter and no page too soon.
func (h securityHandler) decrypt(object streamObject, stream []byte) []byte {
	plain := bytes.Repeat([]byte{'\n'}, len(stream))
	key := h.key
	if h.method != aes256Method {
		salted := append(bytes.Clone(key), byte(object.id), byte(object.id>>8), byte(object.id>>16), byte(object.generation), byte(object.generation>>8))
		if h.method == aes128Method {
			salted = append(salted, "sAlT"...)
		}
		sum := md5.Sum(salted)
		key = sum[:min(len(key)+5, len(sum))]
	}
	if h.method == rc4Method {
		if c, err := rc4.NewCipher(key); err == nil {
			c.XORKeyStream(plain, stream)
		}
		return plain
	}
	block, err := aes.NewCipher(key)
	if err != nil || len(stream) < 2*aes.BlockSize {
		return plain
	}
	whole := stream[aes.BlockSize : len(stream)-len(stream)%aes.BlockSize]
	cipher.NewCBCDecrypter(block, stream[:aes.BlockSize]).CryptBlocks(plain, whole)
	size := len(whole)
	if padding := int(plain[size-1]); padding >= 1 && padding <= aes.BlockSize {
		size -= padding
	}
	for i := size; i < len(plain); i++ {
		plain[i] = '\n'
	}
	return plain
}

// little returns a number as four bytes, the lowest first.
func little(n uint32) []byte { return binary.LittleEndian.AppendUint32(nil, n) }
