package pdf

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
)

// passwordParameters is what an encryption dictionary says about passwords.
type passwordParameters struct {
	revision             int64
	length               int    // of the key, in bytes; before revision 5
	owner, user, userKey string // its entries O, U and UE
	permissions          uint32
	id                   string // the first of the file
	plainMetadata        bool
}

// passwordPadding fills up passwords of fewer than 32 bytes; the empty one is all of it.
var passwordPadding = []byte("\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a")

// fileKey returns the key that the empty user password opens; ok is false when the file needs
// another.
func (p passwordParameters) fileKey() (key []byte, ok bool) {
	switch {
	case p.revision >= 2 && p.revision <= 4:
		return p.fileKeyMD5()
	case p.revision == 5 || p.revision == 6:
		return p.fileKeySHA()
	}
	return nil, false
}

// fileKeyMD5 is fileKey for revisions 2 to 4 (ISO 32000-2, algorithms 2, 4 and 5).
func (p passwordParameters) fileKeyMD5() (key []byte, ok bool) {
	if len(p.owner) < 32 || len(p.user) < 16 {
		return nil, false
	}
	length := p.length
	if p.revision == 2 {
		length = 5
	}
	seed := append(bytes.Clone(passwordPadding), p.owner[:32]...)
	seed = append(append(seed, little(p.permissions)...), p.id...)
	if p.revision == 4 && p.plainMetadata {
		seed = append(seed, 0xff, 0xff, 0xff, 0xff)
	}
	sum := md5.Sum(seed)
	for range 50 {
		if p.revision >= 3 {
			sum = md5.Sum(sum[:length])
		}
	}
	key = sum[:length]
	check := bytes.Clone(passwordPadding)
	if p.revision >= 3 {
		again := md5.Sum(append(check, p.id...))
		check = again[:]
	}
	rounds := 1
	if p.revision >= 3 {
		rounds = 20
	}
	for i := range rounds {
		mixed := bytes.Clone(key)
		for j := range mixed {
			mixed[j] ^= byte(i)
		}
		c, err := rc4.NewCipher(mixed)
		if err != nil {
			return nil, false
		}
		c.XORKeyStream(check, check)
	}
	return key, bytes.HasPrefix([]byte(p.user), check)
}

// fileKeySHA is fileKey for revisions 5 and 6 (ISO 32000-2, algorithm 2.A).
func (p passwordParameters) fileKeySHA() (key []byte, ok bool) {
	if len(p.user) < 48 || len(p.userKey) < 32 {
		return nil, false
	}
	validation, salt := []byte(p.user[32:40]), []byte(p.user[40:48])
	hash := hashOfEmpty
	if p.revision == 5 {
		hash = func(salt []byte) []byte { sum := sha256.Sum256(salt); return sum[:] }
	}
	if !bytes.Equal(hash(validation), []byte(p.user[:32])) {
		return nil, false
	}
	block, err := aes.NewCipher(hash(salt))
	if err != nil {
		return nil, false
	}
	key = make([]byte, 32)
	cipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(key, []byte(p.userKey[:32]))
	return key, true
}

// hashOfEmpty is the hash of revision 6 for the empty user password (ISO 32000-2, algorithm
// 2.B): at least 64 rounds of AES, each chosen among three hashes by what the last gave.
func hashOfEmpty(salt []byte) []byte {
	first := sha256.Sum256(salt)
	sum := first[:]
	for round := 0; ; round++ {
		blocks := bytes.Repeat(sum, 64)
		block, err := aes.NewCipher(sum[:16])
		if err != nil {
			return nil
		}
		cipher.NewCBCEncrypter(block, sum[16:32]).CryptBlocks(blocks, blocks)
		remainder := 0
		for _, b := range blocks[:16] {
			remainder += int(b) // 256 leaves 1 when divided by 3
		}
		switch remainder % 3 {
		case 0:
			next := sha256.Sum256(blocks)
			sum = next[:]
		case 1:
			next := sha512.Sum384(blocks)
			sum = next[:]
		default:
			next := sha512.Sum512(blocks)
			sum = next[:]
		}
		if round >= 63 && int(blocks[len(blocks)-1]) <= round-31 {
			return sum[:32]
		}
	}
}
