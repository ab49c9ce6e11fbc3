package library

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// What a manifest says becomes names of files and keys of objects. One that could lead
// elsewhere, or whose sums overflow, is none.
func TestAManifestThatCouldLeadElsewhereIsNone(t *testing.T) {
	const sum = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	file := func(change func(*File)) func(*Manifest) {
		return func(m *Manifest) { change(&m.Files[0]) }
	}
	digest := func(text string) func(*Manifest) { return file(func(f *File) { f.SHA256 = text }) }
	name := func(text string) func(*Manifest) { return file(func(f *File) { f.Name = text }) }
	generation := func(text string) func(*Manifest) { return func(m *Manifest) { m.Generation = text } }
	for what, change := range map[string]func(*Manifest){
		"digest that climbs":             digest("../../x"),
		"digest that climbs, 64 bytes":   digest(strings.Repeat("../", 21) + "x"),
		"absolute digest":                digest("/etc/passwd"),
		"no digest":                      digest(""),
		"digest in capitals":             digest(strings.ToUpper(sum)),
		"digest of 63 digits":            digest(sum[:63]),
		"digest of 65 digits":            digest(sum + "0"),
		"digest and a line feed":         digest(sum[:63] + "\n"),
		"digest of other letters":        digest("g" + sum[1:]),
		"name with a slash":              name("a/b.pack"),
		"name with a backslash":          name(`a\b.pack`),
		"name that climbs":               name("../list.pack"),
		"name of the directory above":    name(".."),
		"name of the directory":          name("."),
		"no name":                        name(""),
		"absolute name":                  name("/list.pack"),
		"hidden name":                    name(".list.pack"),
		"name with a NUL":                name("list\x00.pack"),
		"name of a device":               name("c:list.pack"),
		"name of the manifest":           name(manifestName),
		"name of the mark of a withheld": name(withheldName),
		"name of what it replaces":       name(replacedName),
		"long name":                      name(strings.Repeat("a", 101)),
		"two files of a name":            func(m *Manifest) { m.Files[1].Name = m.Files[0].Name },
		"two sizes of a digest":          func(m *Manifest) { m.Files[1].SHA256 = m.Files[0].SHA256 },
		"negative size":                  file(func(f *File) { f.Bytes = -1 }),
		"sizes that overflow":            func(m *Manifest) { m.Files[0].Bytes, m.Files[1].Bytes = 1<<62, 1<<62 },
		"a huge size":                    file(func(f *File) { f.Bytes = maxFileBytes + 1 }),
		"too many files": func(m *Manifest) {
			for i := range maxFiles {
				m.Files = append(m.Files, File{Name: fmt.Sprintf("more-%d.pack", i), SHA256: fmt.Sprintf("%064x", i)})
			}
		},
		"negative count of films":    func(m *Manifest) { m.Films = -1 },
		"generation that climbs":     generation("../../x-0a1b2c3d"),
		"generation with a sign":     generation("+00001-0a1b2c3d"),
		"generation in capitals":     generation("000001-0A1B2C3D"),
		"generation with a slash":    generation("00001/-0a1b2c3d"),
		"generation of the number 0": generation("000000-0a1b2c3d"),
	} {
		m := Manifest{Format: Format, Generation: "000001-0a1b2c3d", Films: 3, Files: []File{
			{Name: "list.pack", Bytes: 3, SHA256: sum}, {Name: "report.json", Bytes: 4, SHA256: "f" + sum[1:]},
		}}
		encoded := func() []byte {
			b, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		if _, err := parseManifest(encoded()); err != nil {
			t.Fatalf("one that is as it should be: %v", err)
		}
		change(&m)
		if _, err := parseManifest(encoded()); err == nil {
			t.Errorf("%s is taken", what)
		} else if len(err.Error()) > 200 {
			t.Errorf("%s: the error repeats it: %v", what, err)
		}
	}
}
