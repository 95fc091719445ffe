// first.js - begins the other scripts of the page, which lie packed in it.
through(bytesOf($('page').textContent), new DecompressionStream('gzip')).then(text => {
  const script = document.createElement('script');
  script.src = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  document.body.append(script);
  script.remove(); // it runs all the same
});
