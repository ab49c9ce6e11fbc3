package pdf

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"fmt"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"kinodex/internal/fault"
)

// locked prints the scene with a password of the owner's and, unless it is empty, one of the
// reader's: RC4 with 40 bits.
func locked(t *testing.T, user string) []byte {
	p := fpdf.New("P", "pt", "Letter", "")
	p.SetProtection(fpdf.CnProtectPrint, user, "owner")
	p.SetFont("Courier", "", 12)
	p.AddPage()
	for i, line := range scene {
		p.Text(100, 100+12*float64(i), strings.TrimSpace(line))
	}
	var out bytes.Buffer
	if err := p.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// lockedAES256 is a page of one line, encrypted as PDF 2.0 does, under an empty user password.
func lockedAES256(line string) []byte {
	key := bytes.Repeat([]byte("k"), 32)
	validation, salt := []byte("validate"), []byte("unlocked")
	user := append(hashOfEmpty(validation), append(validation, salt...)...)
	block, _ := aes.NewCipher(hashOfEmpty(salt))
	userKey := make([]byte, 32)
	cipher.NewCBCEncrypter(block, make([]byte, 16)).CryptBlocks(userKey, key)

	content := []byte("BT /F 12 Tf 100 700 Td (" + line + ") Tj ET")
	padding := 16 - len(content)%16
	content = append(content, bytes.Repeat([]byte{byte(padding)}, padding)...)
	iv := []byte("sixteen bytes ok")
	block, _ = aes.NewCipher(key)
	stream := make([]byte, len(content))
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(stream, content)
	stream = append(iv, stream...)

	var b bytes.Buffer
	var at []int
	object := func(s string) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), s)
	}
	b.WriteString("%PDF-2.0\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>")
	object(fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(stream), stream))
	object("<</Type/Font/Subtype/Type1/BaseFont/Courier>>")
	object(fmt.Sprintf("<</Filter/Standard/V 5/R 6/Length 256/P -3904/U<%x>/UE<%x>/O<%x>/OE<%x>/StmF/StdCF/StrF/StdCF/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>>>",
		user, userKey, make([]byte, 48), make([]byte, 32)))
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, i := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", i)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R/Encrypt 6 0 R/ID[<00><00>]>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, table)
	return b.Bytes()
}

// A PDF that only its owner's password protects opens without one, everywhere.
func TestAPDFWithoutAUserPasswordOpens(t *testing.T) {
	for name, data := range map[string][]byte{
		"RC4, 40 bits":  locked(t, ""),
		"AES, 256 bits": lockedAES256("INT. LIGHTHOUSE - NIGHT and whatever else stands on a page"),
	} {
		text, err := reader(t).Text(t.Context(), data)
		if err != nil || !strings.Contains(text, "INT. LIGHTHOUSE - NIGHT") {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if text, err := reader(t).Text(t.Context(), locked(t, "user")); text != "" || !fault.Is(err, fault.InvalidBody) || !strings.Contains(err.Error(), "encrypted") {
		t.Errorf("with a user password: %q, %v", text, err)
	}
}
