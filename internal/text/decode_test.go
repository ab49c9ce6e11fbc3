package text

import "testing"

func TestDecode(t *testing.T) {
	for data, want := range map[string]string{
		"": "", "Amélie": "Amélie", "Am\xe9lie": "Amélie", "\xff\xfeA\x00\xe9\x00": "Aé", "\xfe\xff\x00A\x00\xe9": "Aé",
		"\xff\xfeA\x00\xe9": "A", "\xef\xbb\xbfA": "\ufeffA",
		// UTF-16 without its mark
		"I\x00N\x00T\x00.\x00 \x00K\x00\xe9\x00": "INT. Ké", "\x00I\x00N\x00T\x00.\x00 \x00K\x00\xe9": "INT. Ké",
		"I\x00\x00\x00T\x00.\x00": "I\x00\x00\x00T\x00.\x00", // bytes that are no text
	} {
		if got := Decode([]byte(data)); got != want {
			t.Errorf("Decode(%q) = %q, want %q", data, got, want)
		}
	}
}
