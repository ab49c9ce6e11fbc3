package v1

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/app"
	"kinodex/internal/fault"
)

// REQ P-04, P-10, L-08: whatever is sent, it is a picture of a known type and a
// bearable size, or a fault.
func FuzzPictureBody(f *testing.F) {
	for _, body := range []string{
		`{"image_b64":"AAAA"}`, `{"image_b64":"data:image/png;base64,AAAA","mime_type":"image/png"}`, `{"image_b64":"data:;base64,"}`, `{"image_b64":null}`,
		`{"image_b64":"A\/\u0041A","mime_type":"image/webp"}`, `{"image_b64":["AAAA"]}`, `{"image_b64":"AAA"}`, `{"mime_type":1}`, `{"image_b64":"data:` + strings.Repeat("x", 300) + `;base64,AAAA"}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var body posterBody
		err := json.Unmarshal([]byte(text), &body)
		if err == nil {
			var q app.AnalyzePosterQuestion
			if q, err = body.question(); err == nil {
				if len(q.Image) == 0 || len(q.Image) > app.MostPicture+3 || !slices.Contains(pictureTypes, q.Type) || q.Field != pictureField {
					t.Errorf("%q gives %d bytes of %q", text, len(q.Image), q.Type)
				}
				return
			}
		}
		if f := (*fault.Fault)(nil); errors.As(err, &f) && (f.Param == "" || f.Allowed == "") {
			t.Errorf("%q is refused with %+v", text, f)
		}
	})
}

func TestAPictureIsDecodedAsItWasSent(t *testing.T) {
	for size := range 300 {
		data := bytes.Repeat([]byte{0xff, byte(size), 0x3e}, size)[:size]
		text, _ := json.Marshal(base64.StdEncoding.EncodeToString(data))
		var p encodedPicture
		if err := json.Unmarshal(text, &p); err != nil || !bytes.Equal(p.bytes, data) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

func BenchmarkPictureBody(b *testing.B) {
	text := []byte(`{"image_b64":"data:image/png;base64,` + strings.Repeat("ABCD", 1<<20) + `"}`)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var body posterBody
		if err := json.Unmarshal(text, &body); err != nil {
			b.Fatal(err)
		}
	}
}
