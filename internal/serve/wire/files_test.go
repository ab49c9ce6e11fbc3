package wire

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/http/httptest"
	"strings"
	"testing"

	"kinodex/internal/fault"
)

func posted(media, body string) *Exchange {
	r := httptest.NewRequest("POST", "/", nil)
	if media != "" {
		r.Header.Set("Content-Type", media)
	}
	return &Exchange{R: r, posted: []byte(body), filesLimit: 1 << 20}
}

func TestFiles(t *testing.T) {
	form := "--X\r\nContent-Disposition: form-data; name=\"before\"; filename=\"a.fdx\"\r\n\r\none\r\n" +
		"--X\r\nContent-Disposition: form-data; name=\"after\"\r\n\r\ntwo\r\n--X--\r\n"
	for _, c := range []struct {
		media, body string
		want        []File
		kind        fault.Kind
	}{
		{"", `{"text":"x"}`, nil, ""},
		{"application/json; charset=utf-8", `{"text":"x"}`, nil, ""},
		{"application/problem+json", `{}`, nil, ""},
		{"text/plain", "INT. ROOM", []File{{"", "script.txt", []byte("INT. ROOM")}}, ""},
		{"text/plain; charset=utf-8", "{ not json }", []File{{"", "script.txt", []byte("{ not json }")}}, ""},
		{"text/x-fountain", "x", []File{{"", "script.fountain", []byte("x")}}, ""},
		{"text/xml", "<x/>", []File{{"", "script.fdx", []byte("<x/>")}}, ""},
		{"application/xml", "<x/>", []File{{"", "script.fdx", []byte("<x/>")}}, ""},
		{"application/zip", "PK", []File{{"", "script.zip", []byte("PK")}}, ""},
		{"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK", []File{{"", "script.docx", []byte("PK")}}, ""},
		{"application/pdf", "%PDF", []File{{"", "script.pdf", []byte("%PDF")}}, ""},
		{"text/plain", ` {"text":"x"} `, nil, fault.UnsupportedMedia},
		{"multipart/form-data; boundary=X", form, []File{{"before", "a.fdx", []byte("one")}, {"after", "", []byte("two")}}, ""},
		{"multipart/form-data; boundary=X", form[:60], nil, fault.InvalidBody},
		{"multipart/form-data; boundary=X", form[:len(form)-8], nil, fault.InvalidBody},
		{"multipart/form-data; boundary=X", "--X--\r\n", nil, fault.InvalidBody},
		{"multipart/form-data; boundary=Y", form, nil, fault.InvalidBody},
		{"multipart/form-data", form, nil, fault.InvalidBody},
		{"multipart/form-data; boundary=X", "", nil, fault.InvalidBody},
	} {
		files, err := posted(c.media, c.body).Files()
		if c.kind != "" && !fault.Is(err, c.kind) || c.kind == "" && err != nil || len(files) != len(c.want) {
			t.Errorf("%s, %.20q: %v, %v", c.media, c.body, files, err)
			continue
		}
		for i, f := range files {
			if f.Field != c.want[i].Field || f.Name != c.want[i].Name || !bytes.Equal(f.Bytes, c.want[i].Bytes) {
				t.Errorf("%s: file %d is %+v, want %+v", c.media, i, f, c.want[i])
			}
		}
	}
}

// REQ L-08: the bound is on the files, not on what a browser wraps around them.
func TestAFileOfExactlyTheLimitIsTaken(t *testing.T) {
	wrap := func(n int) string {
		return "--X\r\nContent-Disposition: form-data; name=\"text\"; filename=\"a.txt\"\r\n\r\n" + strings.Repeat("a", n) + "\r\n--X--\r\n"
	}
	for n, ok := range map[int]bool{1 << 20: true, 1<<20 + 1: false} {
		files, err := posted("multipart/form-data; boundary=X", wrap(n)).Files()
		if ok && (err != nil || len(files) != 1 || len(files[0].Bytes) != n) || !ok && !fault.Is(err, fault.TooLarge) {
			t.Errorf("a file of %d bytes: %d files, %v", n, len(files), err)
		}
	}
}

// Only routes for files take anything but JSON.
func TestMediaTypes(t *testing.T) {
	for media, want := range map[string][2]bool{
		"": {true, true}, "application/json": {true, true}, "application/hal+json": {true, true}, "text/plain": {false, true},
		"application/pdf": {false, true}, "image/png": {false, false}, "application/x-www-form-urlencoded": {false, false},
		"text/html": {false, false}, "application/octet-stream": {false, false}, "nonsense;;": {false, false},
	} {
		for i, files := range []bool{false, true} {
			r := httptest.NewRequest("POST", "/", nil)
			if media != "" {
				r.Header.Set("Content-Type", media)
			}
			if err := accepted(r.Header, files); (err == nil) != want[i] || err != nil && !fault.Is(err, fault.UnsupportedMedia) {
				t.Errorf("%q, files %v: %v", media, files, err)
			}
		}
	}
}

// No form whatever is our fault, and a form that is taken holds what its parts
// say.
func FuzzForms(f *testing.F) {
	f.Add("multipart/form-data; boundary=X", []byte("--X\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\none\r\n--X--\r\n"))
	f.Add("multipart/form-data; boundary=\"\"", []byte("--\r\n\r\n"))
	f.Add("text/plain", []byte(`{"a":`))
	f.Add("multipart/form-data; boundary=X", bytes.Repeat([]byte("--X\r\n\r\n\r\n"), 40))
	f.Fuzz(func(t *testing.T, media string, body []byte) {
		x := posted(media, string(body))
		if accepted(x.R.Header, true) != nil {
			return
		}
		files, err := x.Files()
		if err != nil {
			if status := Status(fault.From(err).Kind); status != 400 && status != 415 {
				t.Fatalf("%d, %v", status, err)
			}
			return
		}
		if kind, params, _ := mime.ParseMediaType(media); kind == "multipart/form-data" {
			first, err := multipart.NewReader(bytes.NewReader(body), params["boundary"]).NextPart()
			if err != nil || len(files) == 0 || len(files) > mostParts {
				t.Fatalf("%d files of a form whose first part is %v", len(files), err)
			}
			if b, _ := io.ReadAll(first); !bytes.Equal(b, files[0].Bytes) {
				t.Fatalf("first file %q, part %q", files[0].Bytes, b)
			}
		}
	})
}
