package app

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
)

// notary signs what was said of which text by which model, so that a writer can
// show it later and anyone can check it without asking us. The text itself is in
// no receipt.
type notary struct {
	key   ed25519.PrivateKey
	about []byte // members of a JSON object: how to check a receipt
}

// receiptWords begin what is signed; the three values follow, each after a line
// feed.
const receiptWords = "kinodex receipt 1"

// newNotary makes a notary of a secret of 32 bytes, which all replicas share.
func newNotary(secret []byte) *notary {
	seed := sha256.Sum256(append([]byte(receiptWords+"\n"), secret...))
	key := ed25519.NewKeyFromSeed(seed[:])
	public := base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	return &notary{key, []byte(`,"receipts":{"algorithm":"Ed25519","public_key":"` + public +
		`","signs":"` + receiptWords + `\\n text_sha256 \\n model_version \\n result_sha256, without spaces around the line feeds",` +
		`"result_sha256":"SHA-256 of the bytes of data as they were sent, without its last member, receipt, and the comma before it"}`)}
}

// appendReceipt ends a JSON object that was written from start on with a receipt
// for it. The signature is the same for the same object (RFC 8032).
func (n *notary) appendReceipt(dst []byte, start int, text [sha256.Size]byte, model string) []byte {
	result := sha256.Sum256(dst[start:])
	words := hex.EncodeToString(text[:]) + "\n" + model + "\n" + hex.EncodeToString(result[:])
	signature := ed25519.Sign(n.key, []byte(receiptWords+"\n"+words))
	dst = append(dst[:len(dst)-1], `,"receipt":{"text_sha256":"`...)
	dst = hex.AppendEncode(dst, text[:])
	dst = append(append(dst, `","model_version":"`...), model...)
	dst = append(dst, `","result_sha256":"`...)
	dst = hex.AppendEncode(dst, result[:])
	dst = append(dst, `","signature":"`...)
	dst = base64.StdEncoding.AppendEncode(dst, signature)
	return append(dst, `"}}`...)
}
