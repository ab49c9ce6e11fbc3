package parse

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
)

// stations are the same little script in every form, and the form it is read as. Those in
// archives are folders here.
var stations = map[string]screenplay.Format{
	"station.fountain": screenplay.Fountain, "station.fdx": screenplay.FinalDraft, "station-1.2.osf": screenplay.OpenScreenplay, "station-2.1.osf": screenplay.OpenScreenplay,
	"station.fadein": screenplay.OpenScreenplay, "station.celtx": screenplay.Celtx, "station.highland": screenplay.Fountain, "station.trelby": screenplay.Trelby,
	"station.docx": screenplay.Word, "station-laid-out.docx": screenplay.Word,
}

// station returns a file of testdata/formats; of a folder, an archive of what is in it.
func station(t testing.TB, name string) []byte {
	t.Helper()
	path := filepath.Join("testdata/formats", name)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !info.IsDir() {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	files := map[string]string{}
	root := os.DirFS(path)
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return zipped(t, files)
}

// zipped returns an archive of files, in order of name.
func zipped(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		method := zip.Deflate
		if name == "mimetype" { // the first file of an OpenDocument or EPUB is stored
			method = zip.Store
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// filmOf writes what is part of the film, and who wrote it under which title.
func filmOf(s *screenplay.Script) string {
	var b strings.Builder
	for _, f := range s.Title {
		if f.Key == "title" || f.Key == "author" {
			b.WriteString(f.Key + " = " + f.Value + "\n")
		}
	}
	for _, e := range s.Elements {
		if e.Kind.InFilm() {
			b.WriteString(e.Kind.String() + " " + e.Text + "\n")
		}
	}
	for _, scene := range s.Scenes {
		b.WriteString("scene " + scene.Heading + ": " + scene.Place + ", " + scene.Time + "\n")
	}
	return b.String() + strings.Join(s.Characters, ", ") + "\n"
}

// REQ M-46: the same script is the same, whichever program saved it.
func TestAllFormsOfAScriptAgree(t *testing.T) {
	want, err := File("station.fountain", station(t, "station.fountain"))
	if err != nil {
		t.Fatal(err)
	}
	if len(want.Scenes) != 3 || len(want.Speeches) != 5 || len(want.Title) != 3 {
		t.Fatal(reading(want))
	}
	for name, form := range stations {
		data := station(t, name)
		for _, called := range []string{name, "", "misnamed.txt"} {
			if called != name && name == "station.fountain" {
				continue // too short a text to tell without its ending
			}
			s, err := File(called, data)
			if err != nil {
				t.Errorf("%s as %q: %v", name, called, err)
				continue
			}
			sound(t, s)
			if s.Format != form {
				t.Errorf("%s as %q is read as %v, want %v", name, called, s.Format, form)
			}
			if got := filmOf(s); got != filmOf(want) {
				t.Errorf("%s as %q:\n%s\nwant:\n%s", name, called, got, filmOf(want))
			}
		}
	}
}

// osfOf is a document of the Open Screenplay Format with these paragraphs.
func osfOf(version, paragraphs string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><document type="Open Screenplay Format document" version="` + version + `"><styles><style name="Shout" basestyle="Dialogue"/>` +
		`<style name="Loop" basestyle="Loop"/></styles><paragraphs>` + paragraphs + `</paragraphs></document>`
}

// REQ M-46
func TestOpenScreenplayRuleByRule(t *testing.T) {
	para := func(style, text string) string {
		return `<para><style basestyle="` + style + `"/><text>` + text + `</text></para>`
	}
	for name, c := range map[string]struct{ version, paragraphs, want string }{
		"two speeches side by side": {"40", `<para><style basestyle="Character" dualdialogue="1"/><text>ANNA</text></para>` + para("Dialogue", "Go.") + para("Character", "BEN") + para("Dialogue", "Now."),
			"character \"ANNA\" dual by=anna\ndialogue \"Go.\" by=anna\ncharacter \"BEN\" dual by=ben\ndialogue \"Now.\" by=ben\n"},
		"no second speech": {"21", `<para dualDialogue="true"><style baseStyleName="Character"/><text>ANNA</text></para>` + para("Dialogue", "Go.") + para("Action", "She goes.") + para("Character", "BEN"),
			"character \"ANNA\" by=anna\ndialogue \"Go.\" by=anna\naction \"She goes.\"\ncharacter \"BEN\" by=ben\n"},
		"a scene number":      {"40", `<para number="12A"><style basestyle="Scene Heading"/><text>int. hut - day</text></para>`, "scene_heading \"int. hut - day\" number=12A\n"},
		"an older number":     {"30", `<para scene_number="7"><style basestylename="Scene Heading"/><text>INT. HUT</text></para>`, "scene_heading \"INT. HUT\" number=7\n"},
		"a note and synopsis": {"40", `<para note="check" synopsis="They meet."><style basestyle="Action"/><text>Rain.</text></para>`, "synopsis \"They meet.\"\nnote \"check\"\naction \"Rain.\"\n"},
		"a style of one's own": {"40", para("Character", "ANNA") + para("Shout", "Go!") + para("Loop", "Rain.") + para("Nobody's", "Wind."),
			"character \"ANNA\" by=anna\ndialogue \"Go!\" by=anna\naction \"Rain.\"\naction \"Wind.\"\n"},
		"a shot":              {"40", para("Shot", "CLOSE ON the door."), "action \"CLOSE ON the door.\"\n"},
		"a soft return":       {"40", para("Action", "One\ntwo."), "action \"One\\ntwo.\"\n"},
		"marks of version 1":  {"12", para("Action", "&lt;font=&quot;Arial&quot;&gt;One&lt;/font&gt;&lt;br&gt;&lt;rev=&quot;1&quot;&gt;two&lt;/rev&gt; &lt;3"), "action \"One\\ntwo <3\"\n"},
		"marks in version 2":  {"20", para("Action", "&lt;b&gt;"), "action \"<b>\"\n"},
		"centered":            {"40", `<para><style basestyle="Action" align="center"/><text>THE END</text></para>`, "action \"THE END\" centered\n"},
		"a prefix of names":   {"40", `<x:para xmlns:x="u"><x:style basestyle="Action"/><x:text>Rain.</x:text></x:para>`, "action \"Rain.\"\n"},
		"text between":        {"40", "stray" + para("Action", "Rain."), "action \"Rain.\"\n"},
		"text in other parts": {"40", `<para><marks>stray</marks><style basestyle="Action"/><text>Rain.</text></para>`, "action \"Rain.\"\n"},
	} {
		s, err := File("a.osf", []byte(osfOf(c.version, c.paragraphs)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sound(t, s)
		if got := reading(s); got != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", name, got, c.want)
		}
	}
}

// A title that stands on several lines, or twice, is one title (REQ M-46).
func TestATitlePageOfSeveralLinesIsReadOnce(t *testing.T) {
	osf := func(lines ...string) string {
		all := `</paragraphs><titlepage>`
		for _, line := range lines {
			all += `<para><style basestyle="Normal Text" align="center"/><text>` + line + `</text></para>`
		}
		return strings.Replace(osfOf("40", `<para><style basestyle="Action"/><text>Rain.</text></para>`), "</paragraphs>", all+"</titlepage>", 1)
	}
	trelby := func(lines ...string) string {
		all := "#Version 3\n"
		for i, line := range lines {
			all += fmt.Sprintf("#Title-String 0.0,%d.5,12,c,Courier,,%s\n", 80+10*i, line)
		}
		return all + "#Start-Script \n..Rain.\n"
	}
	fdx := func(lines ...string) string {
		all := `<FinalDraft><Content><Paragraph Type="Action"><Text>Rain.</Text></Paragraph></Content><TitlePage><Content>`
		for _, line := range lines {
			all += `<Paragraph Alignment="Center"><Text>` + line + `</Text></Paragraph>`
		}
		return all + `</Content></TitlePage></FinalDraft>`
	}
	for _, c := range []struct{ name, data, title, author string }{
		{"a.osf", osf("NEVER BEEN KISSED", "", "Never Been Kissed", "", "written by", "", "Nora Lindqvist"), "NEVER BEEN KISSED", "Nora Lindqvist"},
		{"a.osf", osf("THE WEATHER", "STATION", "", "by Nora Lindqvist"), "THE WEATHER STATION", "Nora Lindqvist"},
		{"a.osf", strings.Replace(osf("Draft", "x"), `<para><style basestyle="Normal Text" align="center"/><text>Draft`, `<para bookmark="Title"><style basestyle="Normal Text"/><text>The
			Station`, 1), "The Station", ""},
		{"a.fdx", fdx("NEVER BEEN KISSED", "Never Been Kissed", "Written by", "Nora Lindqvist", "Based on a story by", "Somebody Else"), "NEVER BEEN KISSED", "Nora Lindqvist"},
		{"a.fdx", fdx(".", "The Station", "Written by Nora Lindqvist", "Draft of May"), "The Station", "Nora Lindqvist"}, // as Fade In exports it
		{"a.trelby", trelby("NEVER BEEN KISSED", "NEVER BEEN KISSED", `by\n\nNora Lindqvist`), "NEVER BEEN KISSED", "Nora Lindqvist"},
		{"a.trelby", trelby("Station, The", "by", "Nora Lindqvist", "Tel. 555 010 0000"), "Station, The", "Nora Lindqvist"},
		{"a.fountain", "Title:\n\t_**NEVER BEEN KISSED**_\n\tNever Been Kissed\nAuthor: Nora Lindqvist\n\nINT. HUT\n\nRain.\n", "NEVER BEEN KISSED", "Nora Lindqvist"},
		{"a.fountain", "Title:\n\tTHE WEATHER\n\tSTATION\nAuthor: Nora Lindqvist\n\nINT. HUT\n\nRain.\n", "THE WEATHER\nSTATION", "Nora Lindqvist"},
		{"a.txt", "NEVER BEEN KISSED\n\nNever Been Kissed\n\nwritten by\n\nNora Lindqvist\n\nFADE IN:\n\nINT. HUT - DAY\n\nRain.\n", "NEVER BEEN KISSED", "Nora Lindqvist"},
	} {
		s, err := File(c.name, []byte(c.data))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := map[string]string{}
		for _, f := range s.Title {
			got[f.Key] = f.Value
		}
		if got["title"] != c.title || got["author"] != c.author {
			t.Errorf("%s: %q, want %q by %q", c.name, s.Title, c.title, c.author)
		}
	}
}

// REQ M-46
func TestTrelbyRuleByRule(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"how lines end":           {"#Version 3\n#Start-Script \n>.One\n+.two.\n&.Three\n|.four\n?.five\n..six\n", "action \"One two.  Threefour\\nfive six\"\n"},
		"an element without end":  {"#Version 3\n#Start-Script \n>.One\n.\\int. hut\n>:two", "action \"One\"\nscene_heading \"int. hut\"\ndialogue \"two\"\n"},
		"a shot, note, act break": {"#Version 3\n#Start-Script \n.=CLOSE ON\n.%check\n.@ACT TWO\n.~later\n", "action \"CLOSE ON\"\nnote \"check\"\nsection \"ACT TWO\" level=1\naction \"later\"\n"},
		"version 1":               {"#Version 1\n#Header-Empty-Lines 1\n..Rain.\n..#3 is out.\n", "action \"Rain.\"\naction \"#3 is out.\"\n"},
		"version 2":               {"#Version 2\n#Begin-Config \n..not:this\n#End-Config \n#Title-Page \n..Rain.\n", "action \"Rain.\"\n"},
		"empty elements":          {"#Version 3\n#Start-Script \n..\n..\n.:\n.\n\n..Rain.\n", "action \"Rain.\"\n"},
		"a scene that begins #":   {"#Version 3\n#Start-Script \n#.Rain.\n", "action \"Rain.\"\n"},
	} {
		for ending, script := range endings(c.script) { // REQ S-31
			if strings.Contains(ending, "carriage returns") && !strings.Contains(ending, "line feeds") {
				continue // the format's lines end in a line feed
			}
			s, err := File("", []byte(script))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			sound(t, s)
			if got := reading(s); s.Format != screenplay.Trelby || got != c.want {
				t.Errorf("%s with %s: %v\n%s\nwant:\n%s", name, ending, s.Format, got, c.want)
			}
		}
	}
}

// celtxOf is a project whose script has this body.
func celtxOf(t testing.TB, body string) []byte {
	return zipped(t, map[string]string{"project.rdf": "<RDF/>", "script-1.html": `<html><head><title></title></head><body>` + body + `</body></html>`})
}

// REQ M-46
func TestCeltxRuleByRule(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"classes": {`<p class="sceneheading" scenestr="4">INT. HUT<br></p><p class="shot">CLOSE ON</p><p class="act">ACT TWO</p><p class="text">Rain.</p><p>Wind.</p>`,
			"scene_heading \"INT. HUT\" number=4\naction \"CLOSE ON\"\nsection \"ACT TWO\" level=1\naction \"Rain.\"\naction \"Wind.\"\n"},
		"lines":        {"<p class=\"action\">One\n   two.<br>\nThree&nbsp;&amp; four.<br></p>", "action \"One two.\\nThree & four.\"\n"},
		"marks":        {`<P CLASS="action">One <span class="softbreak"><b>(MORE)</b></span><span tag="x">two</span>.</P>`, "action \"One two.\"\n"},
		"what is open": {`<p class="action">One.<p class="action">Two.`, "action \"One.Two.\"\n"},
		"no brackets":  {`<p class="character">Anna</p><p class="parenthetical">low</p><p class="dialog">Go.</p>`, "character \"Anna\" by=anna\nparenthetical \"(low)\" by=anna\ndialogue \"Go.\" by=anna\n"},
		"a comment":    {`<!-- <p class="action">no</p> --><p class="action">Rain.</p>`, "action \"Rain.\"\n"},
	} {
		s, err := File("a.celtx", celtxOf(t, c.body))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sound(t, s)
		if got := reading(s); got != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", name, got, c.want)
		}
	}
}

// docxOf is a document with this body and these styles.
func docxOf(t testing.TB, body, styles string) []byte {
	return zipped(t, map[string]string{"word/document.xml": `<w:document xmlns:w="w"><w:body>` + body + `</w:body></w:document>`, "word/styles.xml": `<w:styles xmlns:w="w">` + styles + `</w:styles>`})
}

// REQ M-47
func TestWordRuleByRule(t *testing.T) {
	para := func(style, text string) string {
		return `<w:p><w:pPr><w:pStyle w:val="` + style + `"/></w:pPr><w:r><w:t xml:space="preserve">` + text + `</w:t></w:r></w:p>`
	}
	speech := para("Character", "ANNA") + para("Dialogue", "Go.")
	const spoken = "character \"ANNA\" by=anna\ndialogue \"Go.\" by=anna\n"
	for name, c := range map[string]struct{ body, styles, want string }{
		"names without a sheet": {speech, "", spoken},
		"names of templates": {para("a1", "int. hut - day") + para("a2", "She waits.") + speech, `<w:style w:type="paragraph" w:styleId="a1"><w:name w:val="Slug-line"/></w:style>` +
			`<w:style w:type="paragraph" w:styleId="a2"><w:name w:val="Scene Description"/></w:style>`, "scene_heading \"int. hut - day\"\naction \"She waits.\"\n" + spoken},
		"a style based on one": {speech + para("Mine", "Now."), `<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My own"/><w:basedOn w:val="Dialogue"/></w:style>` +
			`<w:style w:type="paragraph" w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style>`, "character \"ANNA\" by=anna\ndialogue \"Go.\" by=anna\ndialogue \"Now.\" by=anna\n"},
		"capitals of a style": {para("Character", "Anna") + para("Dialogue", "Go."), `<w:style w:type="paragraph" w:styleId="Character"><w:rPr><w:caps/></w:rPr></w:style>`, spoken},
		"tracked changes": {para("Character", "ANNA") + `<w:p><w:pPr><w:pStyle w:val="Dialogue"/><w:rPr><w:del/></w:rPr></w:pPr><w:del><w:r><w:delText>Stay</w:delText></w:r></w:del>` +
			`<w:moveFrom><w:r><w:t>there</w:t></w:r></w:moveFrom><w:ins><w:r><w:t>Go</w:t></w:r></w:ins><w:r><w:t>.</w:t></w:r></w:p>`, "", spoken},
		"unnamed paragraphs that read as headings": {para("Normal", "INT. HUT - DAY") + para("Normal", "CUT TO:") + para("Normal", "Rain.") + speech + speech,
			"", "scene_heading \"INT. HUT - DAY\"\ntransition \"CUT TO:\"\naction \"Rain.\"\n" + spoken + spoken},
		"a scene number": {para("Slugline", "12A INT. HUT - DAY 12A") + speech, "", "scene_heading \"INT. HUT - DAY\" number=12A\n" + spoken},
		"a text box is shown once": {para("Slugline", "INT. HUT") + `<w:p><w:pPr><w:pStyle w:val="Action"/></w:pPr><w:r><w:t>Rain.</w:t><mc:AlternateContent><mc:Choice><w:txbxContent>` + para("Action", "Wind.") +
			`</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>` + para("Action", "Wind.") + `</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`, "",
			"scene_heading \"INT. HUT\"\naction \"Wind.\"\naction \"Rain.\"\n"},
		"lines and tabs": {para("Slugline", "INT. HUT") + `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs><w:pStyle w:val="Action"/></w:pPr><w:r><w:t>One</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t><w:br w:type="page"/></w:r></w:p>`, "",
			"scene_heading \"INT. HUT\"\naction \"One\\ntwo\\tthree\"\n"},
		"cells of a table": {para("Slugline", "INT. HUT") + `<w:tbl><w:tr><w:tc>` + speech + `</w:tc><w:tc>` + para("Character", "BEN") + para("Dialogue", "No.") + `</w:tc></w:tr></w:tbl>`, "",
			"scene_heading \"INT. HUT\"\n" + spoken + "character \"BEN\" by=ben\ndialogue \"No.\" by=ben\n"},
	} {
		s, err := File("a.docx", docxOf(t, c.body, c.styles))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sound(t, s)
		if got := reading(s); s.Format != screenplay.Word || got != c.want {
			t.Errorf("%s: %v\n%s\nwant:\n%s", name, s.Format, got, c.want)
		}
	}
}

// A novel in Word is prose, whatever its styles: it is not made a screenplay.
func TestAWordDocumentThatIsNoScriptIsAction(t *testing.T) {
	body := ""
	for range 40 {
		body += `<w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr><w:r><w:t>It was a long way to the shore, and nobody went there twice. She said so herself, and meant it.</w:t></w:r></w:p>`
	}
	s, err := File("novel.docx", docxOf(t, `<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>The Shore</w:t></w:r></w:p>`+body, `<w:style w:type="paragraph" w:styleId="BodyText"><w:name w:val="Body Text"/></w:style>`))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Scenes)+len(s.Speeches) > 0 {
		t.Error(reading(s))
	}
	if form, _ := screenplay.FormOf(s); form != screenplay.FormProse {
		t.Errorf("it is %v", form)
	}
}
