// Forms that ask a device for a passkey: to make one, or to sign in. The question stands in
// data-options; the answer goes into the field answer, and the form is sent like any other.

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

// decoded turns the texts of a question into bytes.
function decoded(options) {
	options.challenge = bytes(options.challenge);
	if (options.user) options.user.id = bytes(options.user.id);
	for (const list of ['excludeCredentials', 'allowCredentials']) {
		for (const one of options[list] ?? []) one.id = bytes(one.id);
	}
	return options;
}

// encoded turns the bytes of an answer into texts.
function encoded(made) {
	const response = {};
	for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
		if (made.response[name]) response[name] = text(made.response[name]);
	}
	if (made.response.getTransports) response.transports = made.response.getTransports();
	return JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, response, clientExtensionResults: {} });
}

const failures = {
	NotAllowedError: 'It was cancelled, or took too long. Try once more.',
	InvalidStateError: 'This device has a passkey of this account already.',
	SecurityError: 'The browser does not allow passkeys at this address.',
};

for (const form of document.querySelectorAll('form[data-passkey]')) {
	const says = form.querySelector('[data-says]');
	const button = form.querySelector('button');
	if (!window.PublicKeyCredential) {
		says.textContent = 'This browser has no passkeys.';
		button.disabled = true;
		continue;
	}
	form.addEventListener('submit', async (event) => {
		if (form.elements.answer.value) return;
		event.preventDefault();
		button.disabled = true;
		says.textContent = 'Your device asks you now.';
		try {
			const publicKey = decoded(JSON.parse(form.dataset.options));
			const made = form.dataset.passkey === 'create'
				? await navigator.credentials.create({ publicKey })
				: await navigator.credentials.get({ publicKey });
			form.elements.answer.value = encoded(made);
			says.textContent = '';
			form.requestSubmit();
		} catch (error) {
			says.textContent = failures[error.name] ?? 'That did not work.';
		} finally {
			button.disabled = false;
		}
	});
}
