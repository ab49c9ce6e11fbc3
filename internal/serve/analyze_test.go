package serve_test

import (
	"archive/zip"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

const (
	analyzePath = "/api/v1/scripts/analyze"
	comparePath = "/api/v1/scripts/compare"
)

// analyze sends a text as JSON.
func (s *site) analyze(text string) *answer {
	s.t.Helper()
	b, err := json.Marshal(map[string]string{"text": text})
	if err != nil {
		s.t.Fatal(err)
	}
	return s.post(analyzePath, string(b))
}

// texts is a body with a screenplay in each of the named fields.
func texts(fields ...string) string {
	body := map[string]string{}
	for i, name := range fields {
		body[name] = apptest.Screenplay(30 + i)
	}
	b, _ := json.Marshal(body)
	return string(b)
}

// drafts is the body of a comparison.
func drafts(before, after string) string {
	b, _ := json.Marshal(map[string]string{"before": before, "after": after})
	return string(b)
}

// upload sends a body of a media type.
func (s *site) upload(path, media, body string) *answer {
	s.t.Helper()
	return s.ask(request{method: http.MethodPost, path: path, body: body,
		header: map[string]string{"X-API-Key": s.Key(access.Studio), "Content-Type": media}})
}

// form makes a form of files: name, file name and text of each.
func form(files ...[3]string) (media, body string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, f := range files {
		part, _ := w.CreateFormFile(f[0], f[1])
		part.Write([]byte(f[2]))
	}
	w.Close()
	return w.FormDataContentType(), b.String()
}

// analysis is what an analysis says.
type analysis struct {
	Class         string `json:"predicted_class"`
	Tier          string `json:"predicted_tier"`
	Probabilities map[string]float64
	Features      map[string]float64
	Comparisons   map[string]struct {
		Value      float64
		Mean       float64 `json:"dataset_mean"`
		Std        float64 `json:"dataset_std"`
		Z          float64 `json:"z_score"`
		Percentile float64 `json:"percentile_approx"`
	}
	Length   int `json:"script_length"`
	Format   string
	Form     string
	Evidence struct{ Reason string } `json:"form_evidence"`
	Warnings []string
	Scenes   []struct {
		Scene, Start, End int
		Heading           string
		Drives            []string
	}
	Acts       []struct{ Act, Scenes int }
	Characters []struct {
		Name  string
		Share float64
	}
	Receipt struct {
		Text      string `json:"text_sha256"`
		Model     string `json:"model_version"`
		Result    string `json:"result_sha256"`
		Signature string
	}
}

func (a *answer) analysis() (found analysis) {
	a.t.Helper()
	a.is(200).data(&found)
	return found
}

// REQ S-15, S-16, S-17, E-09, L-04, L-08, G-10: what is taken for a text.
func TestWhatCanBeAnalysed(t *testing.T) {
	t.Parallel()
	s := open(t)
	text := func(value string) string { return `{"text":` + value + `}` }
	quoted := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	for _, c := range []struct {
		name, body string
		status     int
		code       string
	}{
		{"499 characters", text(quoted(strings.Repeat("a", 499))), 400, "invalid_parameter"},
		{"500 characters", text(quoted(strings.Repeat("a", 500))), 200, ""},
		{"499 characters of three bytes", text(quoted(strings.Repeat("語", 499))), 400, "invalid_parameter"},
		{"500 characters of four bytes", text(quoted(strings.Repeat("🎬", 500))), 200, ""},
		{"250 characters beyond the first plane, escaped as 500", text(`"` + strings.Repeat(`\ud83c\udfac`, 250) + `"`), 400, "invalid_parameter"},
		{"not trimmed before counting", text(quoted("a" + strings.Repeat(" ", 499))), 200, ""},
		{"blank", text(quoted(strings.Repeat(" \n\t", 400))), 400, "invalid_parameter"},
		{"empty", text(`""`), 400, "missing_parameter"},
		{"null", text(`null`), 400, "missing_parameter"},
		{"a number", text(`500`), 400, "invalid_parameter"},
		{"an array", text(`["a"]`), 400, "invalid_parameter"},
		{"an object", text(`{}`), 400, "invalid_parameter"},
		{"absent", `{}`, 400, "missing_parameter"},
		{"another field", `{"script":"x"}`, 400, "missing_parameter"},
		{"no object", `"text"`, 400, "invalid_parameter"},
		{"no JSON", `text=INT.`, 400, "invalid_body"},
		{"cut off", `{"text":"INT.`, 400, "invalid_body"},
		{"nothing", ``, 400, "invalid_body"},
		{"twice", `{"text":"a","text":"b"}`, 400, "invalid_body"},
		{"invalid UTF-8", "{\"text\":\"" + strings.Repeat("a", 600) + "\xff\"}", 400, "invalid_body"},
		{"an unknown field beside", `{"more":{"x":[1]},"text":` + quoted(apptest.Screenplay(3)) + `}`, 200, ""},
	} {
		a := s.post(analyzePath, c.body)
		if a.status != c.status {
			t.Errorf("%s: status %d, want %d: %.300s", c.name, a.status, c.status, a.body)
			continue
		}
		a.has("Cache-Control", "no-store")
		if c.code != "" {
			if p := a.fails(c.status, c.code); p.Param != "text" && p.Param != "body" {
				t.Errorf("%s: the fault names %q", c.name, p.Param)
			}
		}
	}
	for media, status := range map[string]int{
		"image/png": 415, "application/x-www-form-urlencoded": 415, "text/html": 415, "application/octet-stream": 415, "text/plain": 415, // what it holds is JSON
		"application/json; charset=utf-8": 200, "application/vnd.api+json": 200, "": 200,
	} {
		a := s.upload(analyzePath, media, text(quoted(apptest.Screenplay(3))))
		if a.status != status {
			t.Errorf("declared as %q: status %d, want %d", media, a.status, status)
		}
	}
}

// REQ L-08: five mebibytes, whether declared or not.
func TestTheLargestText(t *testing.T) {
	t.Parallel()
	s := open(t)
	large := apptest.Screenplay(50)
	most := 5<<20 - len(`{"text":""}`)
	plain := strings.Repeat("a word ", most/7+1)
	if a := s.post(analyzePath, `{"text":"`+plain[:most]+`"}`).analysis(); a.Length != most {
		t.Errorf("%d characters, sent %d", a.Length, most)
	}
	p := s.post(analyzePath, `{"text":"`+plain[:most+1]+`"}`).fails(413, "payload_too_large")
	if !strings.Contains(p.Message, "5242880") {
		t.Errorf("%q does not say how much", p.Message)
	}
	s.upload(analyzePath, "text/plain", plain[:most]+large).fails(413, "payload_too_large")
	s.post(comparePath, drafts(plain[:most/2], plain[:most/2+100])).fails(413, "payload_too_large")
}

// REQ S-18 to S-27: what an analysis says, computed again.
func TestAnAnalysis(t *testing.T) {
	t.Parallel()
	s := open(t)
	text := "\ufeff" + apptest.Screenplay(80)
	a := s.analyze(text).analysis()
	var model struct {
		Trees int                                    `json:"n_trees"`
		Stats map[string]struct{ Mean, Std float64 } `json:"feature_stats"`
	}
	s.get("/api/v1/model").data(&model)
	sum, best := 0.0, a.Class
	for class, p := range a.Probabilities {
		sum += p
		if votes := p * float64(model.Trees); math.Abs(votes-math.Round(votes)) > 1e-6 {
			t.Errorf("%s has %v votes", class, votes)
		}
		if p > a.Probabilities[best] {
			best = class
		}
	}
	tiers := map[string]string{"High": "S/A", "Mid": "B/C", "Low": "D/E"}
	if math.Abs(sum-1) > 1e-6 || best != a.Class || a.Tier != tiers[a.Class] || len(a.Probabilities) != 3 {
		t.Errorf("%s, %s of %v, which sum to %v", a.Class, a.Tier, a.Probabilities, sum)
	}
	if a.Length != utf8.RuneCountInString(text) || len(a.Features) != 20 || len(a.Comparisons) != 20 {
		t.Errorf("%d characters, %d features, %d comparisons", a.Length, len(a.Features), len(a.Comparisons))
	}
	for name, c := range a.Comparisons {
		if c.Value != a.Features[name] || c.Mean != model.Stats[name].Mean || c.Std != model.Stats[name].Std {
			t.Errorf("%s: %+v, features say %v, the model %+v", name, c, a.Features[name], model.Stats[name])
		}
		if z := (c.Value - c.Mean) / c.Std; z != c.Z || math.Abs(50*math.Erfc(-z/math.Sqrt2)-c.Percentile) > 1e-4 {
			t.Errorf("%s: z %v, percentile %v of %+v", name, z, 50*math.Erfc(-z/math.Sqrt2), c)
		}
	}
	// What is beyond the specification.
	if a.Format == "" || len(a.Scenes) != 80 || len(a.Acts) != 3 || len(a.Characters) < 3 {
		t.Errorf("%s, %d scenes, %d acts, %d characters", a.Format, len(a.Scenes), len(a.Acts), len(a.Characters))
	}
	runes, drives := []rune(text), 0
	for _, scene := range a.Scenes {
		drives += len(scene.Drives)
		if !strings.HasPrefix(string(runes[scene.Start:scene.End]), scene.Heading) {
			t.Errorf("scene %d is not at %d", scene.Scene, scene.Start)
		}
	}
	if drives == 0 {
		t.Error("no scene drives anything")
	}
}

// REQ S-28, S-31: the same text gives the same bytes; how lines end and a mark at
// the beginning change no feature.
func TestTheSameTextMeasuresTheSame(t *testing.T) {
	t.Parallel()
	s := open(t)
	text := apptest.Screenplay(40)
	first := s.analyze(text)
	for range 3 {
		if again := s.analyze(text); !bytes.Equal(again.body, first.body) {
			t.Fatal("the same text is answered otherwise")
		}
	}
	if other := open(t).analyze(text); !bytes.Equal(stripReceipt(other.body), stripReceipt(first.body)) {
		t.Error("another house answers otherwise")
	}
	want := first.analysis().Features
	for name, variant := range map[string]string{
		"CRLF": strings.ReplaceAll(text, "\n", "\r\n"), "CR": strings.ReplaceAll(text, "\n", "\r"), "BOM": "\ufeff" + text,
		"trailing blanks": strings.ReplaceAll(text, "\n", "  \n"), "trailing tabs": strings.ReplaceAll(text, "\n", "\t\n"),
	} {
		got := s.analyze(variant).analysis().Features
		for feature, v := range want {
			if got[feature] != v {
				t.Errorf("%s: %s is %v, was %v", name, feature, got[feature], v)
			}
		}
	}
}

func stripReceipt(body []byte) []byte {
	before, _, _ := bytes.Cut(body, []byte(`,"receipt":`))
	return before
}

// REQ S-29: the extractor is the one that measured the research set.
func TestTheSetIsMeasuredByTheSameExtractor(t *testing.T) {
	t.Parallel()
	s := open(t)
	text := apptest.Screenplay(70)
	measured, _, err := research.Measure(t.Context(), fstest.MapFS{"tt0000101.txt": {Data: []byte(text)}}, nil)
	if err != nil || len(measured) != 1 {
		t.Fatal(measured, err)
	}
	a := s.analyze(text).analysis()
	for f, name := range measure.Names() {
		if a.Features[name] != measured[0].Features[f] {
			t.Errorf("%s: analysed %v, stored %v", name, a.Features[name], measured[0].Features[f])
		}
	}
	if a.Receipt.Text != measured[0].SHA256 {
		t.Error("the text's digest differs")
	}
}

// A receipt can be checked with what /model tells, and with nothing else.
func TestReceipts(t *testing.T) {
	t.Parallel()
	s := open(t)
	text := apptest.Screenplay(30)
	answer := s.analyze(text)
	r := answer.analysis().Receipt
	digest := sha256.Sum256([]byte(text))
	data, _, _ := bytes.Cut(bytes.TrimPrefix(answer.body, []byte(`{"data":`)), []byte(`,"receipt":`))
	result := sha256.Sum256(append(bytes.Clone(data), '}'))
	if r.Text != hex.EncodeToString(digest[:]) || r.Result != hex.EncodeToString(result[:]) {
		t.Errorf("receipt %+v, text %x, result %x", r, digest, result)
	}
	var model struct {
		Version  string `json:"model_version"`
		Receipts struct {
			Key string `json:"public_key"`
		}
	}
	s.get("/api/v1/model").data(&model)
	key, _ := base64.StdEncoding.DecodeString(model.Receipts.Key)
	signature, _ := base64.StdEncoding.DecodeString(r.Signature)
	signed := func(text, model, result string) bool {
		return ed25519.Verify(key, []byte("kinodex receipt 1\n"+text+"\n"+model+"\n"+result), signature)
	}
	if r.Model != model.Version || !signed(r.Text, r.Model, r.Result) {
		t.Errorf("the receipt %+v does not hold", r)
	}
	if signed(r.Text, r.Model, r.Text) || signed(r.Result, r.Model, r.Result) || signed(r.Text, "0", r.Result) {
		t.Error("a receipt holds for something else")
	}
	var other struct {
		Receipts struct {
			Key string `json:"public_key"`
		}
	}
	if open(t).get("/api/v1/model").data(&other); other.Receipts.Key == model.Receipts.Key {
		t.Error("two services sign with one key")
	}
}

// Files: as the body or in a form, whatever they are called.
func TestUploads(t *testing.T) {
	t.Parallel()
	s := open(t)
	text := apptest.Screenplay(30)
	want := s.analyze(text).analysis()
	same := func(name string, a *answer) {
		t.Helper()
		got := a.analysis()
		if got.Receipt.Text != want.Receipt.Text || got.Length != want.Length || got.Class != want.Class {
			t.Errorf("%s: %+v", name, got.Receipt)
		}
	}
	same("text/plain", s.upload(analyzePath, "text/plain; charset=utf-8", text))
	media, body := form([3]string{"file", "draft.txt", text})
	same("a form", s.upload(analyzePath, media, body))
	media, body = form([3]string{"notes", "a.txt", "x"}, [3]string{"text", "", text})
	same("a form with a text", s.upload(analyzePath, media, body))
	fountain := "Title: A Night\n\n" + text
	if a := s.upload(analyzePath, "text/x-fountain", fountain).analysis(); a.Format != "fountain" || len(a.Scenes) != 30 {
		t.Errorf("fountain: read as %s with %d scenes", a.Format, len(a.Scenes))
	}
	fdx := `<?xml version="1.0" encoding="UTF-8"?><FinalDraft DocumentType="Script" Version="1"><Content>` +
		strings.Repeat(`<Paragraph Type="Scene Heading"><Text>INT. BOOTH - NIGHT</Text></Paragraph><Paragraph Type="Action"><Text>The reel turns, and turns, and ends.</Text></Paragraph>`+
			`<Paragraph Type="Character"><Text>IRIS</Text></Paragraph><Paragraph Type="Dialogue"><Text>Again.</Text></Paragraph>`, 12) + `</Content></FinalDraft>`
	if a := s.upload(analyzePath, "application/xml", fdx).analysis(); a.Format != "fdx" || len(a.Scenes) != 12 {
		t.Errorf("fdx: read as %s with %d scenes", a.Format, len(a.Scenes))
	}
	document := `<document type="Open Screenplay Format document" version="40"><paragraphs>` + strings.Repeat(`<para><style basestyle="Scene Heading"/><text>INT. BOOTH - NIGHT</text></para>`+
		`<para><style basestyle="Action"/><text>The reel turns, and turns, and ends.</text></para>`, 12) + `</paragraphs></document>`
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	if f, err := archive.Create("document.xml"); err != nil {
		t.Fatal(err)
	} else if _, err := f.Write([]byte(document)); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	media, body = form([3]string{"file", "draft.fadein", packed.String()})
	for media, body := range map[string]string{"application/zip": packed.String(), "text/xml": document, media: body, "text/plain": document} { // REQ M-46
		if a := s.upload(analyzePath, media, body).analysis(); a.Format != "osf" || len(a.Scenes) != 12 {
			t.Errorf("Fade In as %s: read as %s with %d scenes", media, a.Format, len(a.Scenes))
		}
	}
	if a := s.analyze(fdx).analysis(); a.Format != "fdx" { // REQ S-31: also when it is sent as a text
		t.Errorf("fdx in a text: read as %s", a.Format)
	}
	for name, c := range map[string]struct {
		media, body, param string
	}{
		"a short file": {"text/plain", "INT. ROOM - DAY", "file"}, "a blank file": {"text/plain", strings.Repeat("\n", 900), "file"},
		"an empty file": {"text/plain", "", "file"}, "a PDF, where none are read": {"application/pdf", "%PDF-1.4\n" + strings.Repeat("x", 900), "file"},
		"no PDF": {"application/pdf", strings.Repeat("x", 900), "file"}, "no form": {"multipart/form-data; boundary=x", "nothing", "body"},
		"a picture": {"text/plain", "\x89PNG" + strings.Repeat("x", 900), "file"}, "damaged XML": {"application/xml", "<FinalDraft><Content>" + strings.Repeat("x", 900), "file"},
	} {
		a := s.upload(analyzePath, c.media, c.body)
		if a.status != 400 {
			t.Errorf("%s: status %d: %.300s", name, a.status, a.body)
			continue
		}
		var e struct{ Error problem }
		if json.Unmarshal(a.body, &e); e.Error.Param != c.param {
			t.Errorf("%s: the fault names %q: %s", name, e.Error.Param, e.Error.Message)
		}
	}
	media, body = form([3]string{"elsewhere", "draft.txt", text})
	if p := s.upload(analyzePath, media, body).fails(400, "missing_parameter"); p.Param != "file" {
		t.Errorf("a form without a file: %+v", p)
	}
}

// Comparing: what changed, beyond what small edits change.
func TestComparing(t *testing.T) {
	t.Parallel()
	s := open(t)
	text := apptest.Screenplay(60)
	var c struct {
		Before, After analysis
		Changes       map[string]struct {
			Before, After, Delta float64
			Floor                float64 `json:"noise_floor"`
			Exceeds              bool    `json:"exceeds_noise"`
		}
		Probabilities map[string]float64  `json:"probability_changes"`
		Floors        map[string]*float64 `json:"probability_noise_floor"`
		Changed       bool                `json:"class_changed"`
		Beyond        bool                `json:"class_exceeds_noise"`
		Scenes        struct {
			Aligned        bool
			Unchanged      int
			Cut, Added     []struct{ Scene int }
			Moved, Changed []struct{ Similarity float64 }
		}
	}
	s.post(comparePath, drafts(text, text)).is(200).data(&c)
	for name, d := range c.Changes {
		if d.Delta != 0 || d.Exceeds || d.Before != d.After {
			t.Errorf("the same draft: %s %+v", name, d)
		}
	}
	if c.Changed || c.Beyond || c.Probabilities["High"] != 0 || c.Floors["High"] == nil {
		t.Errorf("the same draft: %+v", c)
	}
	if !c.Scenes.Aligned || c.Scenes.Unchanged != 60 || len(c.Scenes.Cut)+len(c.Scenes.Added)+len(c.Scenes.Moved)+len(c.Scenes.Changed) != 0 {
		t.Errorf("scenes of the same draft: %+v", c.Scenes)
	}
	after := strings.ReplaceAll(text, "?", "!") + apptest.Screenplay(61)
	s.post(comparePath, drafts(text, after)).is(200).data(&c)
	beyond := 0
	for name, d := range c.Changes {
		if math.Abs(d.After-d.Before-d.Delta) > 1e-9 || d.Exceeds != (math.Abs(d.Delta) > d.Floor) {
			t.Errorf("%s: %+v", name, d)
		}
		if d.Exceeds {
			beyond++
		}
	}
	if !c.Changes["question_ratio"].Exceeds || c.Changes["question_ratio"].Delta >= 0 || beyond < 3 {
		t.Errorf("%d changes are beyond noise; questions %+v", beyond, c.Changes["question_ratio"])
	}
	if len(c.Scenes.Changed) == 0 || c.Scenes.Changed[0].Similarity < 0.7 || len(c.Scenes.Added) == 0 {
		t.Errorf("scenes of a draft with other marks and more scenes: %+v", c.Scenes)
	}
	one := s.analyze(after).analysis()
	if c.After.Class != one.Class || c.After.Length != one.Length || c.After.Features["scene_count"] != one.Features["scene_count"] {
		t.Errorf("after is %+v, alone %+v", c.After, one)
	}
	media, body := form([3]string{"before", "1.txt", text}, [3]string{"after", "2.txt", after})
	if again := s.upload(comparePath, media, body).is(200); !bytes.Equal(again.body, s.post(comparePath, drafts(text, after)).body) {
		t.Error("files compare otherwise than texts")
	}
	for name, body := range map[string]string{"before": drafts("short", text), "after": drafts(text, "short")} {
		if p := s.post(comparePath, body).fails(400, "invalid_parameter"); p.Param != name {
			t.Errorf("a short draft: %+v", p)
		}
	}
	if p := s.post(comparePath, `{"before":"x"}`).fails(400, "missing_parameter"); p.Param != "after" {
		t.Errorf("one draft: %+v", p)
	}
}
