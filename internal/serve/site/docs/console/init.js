// Begins Swagger UI over the service's own description. Nothing is stored and nothing is
// asked of anybody else: validatorUrl null leaves out the badge of an outside service.
const place = document.getElementById('console');
const ui = SwaggerUIBundle({
  url: place.dataset.description,
  domNode: place,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  onComplete: () => ui.preauthorizeApiKey('key', place.dataset.key),
});
