package app

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
)

// receiptSigner signs what was said of which text by which model, so that a writer
// can show it later and anyone can check it without asking us. The text itself is
// in no receipt. It is safe for concurrent use.
type receiptSigner struct{ key ed25519.PrivateKey }

// Receipt says which text a model said which result of. The digests are SHA-256 in
// hexadecimal.
type Receipt struct {
	TextSHA256   string `json:"text_sha256" doc:"Of the text in UTF-8, or of the file. Of a comparison: of the digests of before and after, one after the other."`
	ModelVersion string `json:"model_version"`
	ResultSHA256 string `json:"result_sha256" doc:"Of the bytes of data, without this receipt."`
	Signature    string `json:"signature" doc:"Ed25519, in base64; /api/v1/model has the key and says what is signed."`
}

// ReceiptRules say how a receipt is checked.
type ReceiptRules struct {
	Algorithm    string `json:"algorithm"`
	PublicKey    string `json:"public_key" doc:"In base64."`
	Signs        string `json:"signs"`
	ResultSHA256 string `json:"result_sha256"`
}

// receiptWords begin what is signed; the three values follow, each after a line
// feed.
const receiptWords = "kinodex receipt 1"

// newReceiptSigner makes a signer of a secret of 32 bytes, which all replicas
// share.
func newReceiptSigner(secret []byte) *receiptSigner {
	return &receiptSigner{signingKey(receiptWords, secret)}
}

// signingKey derives a key for one purpose from a secret that all replicas share.
func signingKey(purpose string, secret []byte) ed25519.PrivateKey {
	seed := sha256.Sum256(append([]byte(purpose+"\n"), secret...))
	return ed25519.NewKeyFromSeed(seed[:])
}

// rules returns how to check what s signs.
func (s *receiptSigner) rules() ReceiptRules {
	return ReceiptRules{
		Algorithm:    "Ed25519",
		PublicKey:    base64.StdEncoding.EncodeToString(s.key.Public().(ed25519.PublicKey)),
		Signs:        receiptWords + `\n text_sha256 \n model_version \n result_sha256, without spaces around the line feeds`,
		ResultSHA256: "SHA-256 of the bytes of data as they were sent, without its last member, receipt, and the comma before it",
	}
}

// receipt signs a result, by its JSON. The same result has the same signature (RFC
// 8032), from any replica.
func (s *receiptSigner) receipt(result any, text [sha256.Size]byte, model string) (Receipt, error) {
	data, err := json.Marshal(result)
	if err != nil {
		return Receipt{}, err
	}
	digest := sha256.Sum256(data)
	r := Receipt{TextSHA256: hex.EncodeToString(text[:]), ModelVersion: model, ResultSHA256: hex.EncodeToString(digest[:])}
	signed := receiptWords + "\n" + r.TextSHA256 + "\n" + r.ModelVersion + "\n" + r.ResultSHA256
	r.Signature = base64.StdEncoding.EncodeToString(ed25519.Sign(s.key, []byte(signed)))
	return r, nil
}
