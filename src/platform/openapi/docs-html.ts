/** The page at `/docs`: it loads Swagger UI, and nothing from anywhere else. */
export const DOCS_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scheduling Service API</title>
<link rel="icon" type="image/png" href="/docs/favicon.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui.js"></script>
<script src="/docs/docs.js"></script>
</body>
</html>
`;

/**
 * The filter looks at paths and summaries, too; Swagger UI's own looks at the names of sections. Swagger UI shows an open padlock
 * where a key is needed and a closed one where none is, so each operation says in words what it needs. In front of the responses
 * each operation has its call to copy. A page without HTTPS has no clipboard of its own, so there the copy goes through a text field.
 */
export const DOCS_SCRIPT = `
function matching(sections, phrase) {
  const words = phrase.toLowerCase();
  const has = (text) => (text || '').toLowerCase().includes(words);
  return sections
    .map((section, name) => has(name) ? section : section.update('operations', (operations) => operations.filter(
      (each) => has(each.get('method') + ' ' + each.get('path')) || has(each.getIn(['operation', 'summary'])))))
    .filter((section) => section.get('operations').size > 0);
}

function marked(Summary, { React }) {
  return (props) => {
    const isPublic = (props.operationProps.get('security') || []).some((requirement) => requirement.isEmpty());
    return React.createElement('div', { className: isPublic ? 'is-public' : 'needs-key' }, React.createElement(Summary, props));
  };
}

function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.body.appendChild(document.createElement('textarea'));
  field.value = text;
  field.select();
  document.execCommand('copy');
  field.remove();
  return Promise.resolve();
}

function sampled(Responses, { React: { createElement, Fragment }, specSelectors }) {
  const shown = ({ label, source }) => {
    const text = source.replaceAll('http://localhost:3000', location.origin);
    const onClick = ({ currentTarget }) => copy(text).then(() => { currentTarget.textContent = 'Copied'; });
    return createElement('details', { key: label },
      createElement('summary', null, label),
      createElement('button', { type: 'button', className: 'btn', 'aria-label': 'Copy ' + label, onClick }, 'Copy'),
      createElement('pre', { tabIndex: 0 }, text));
  };
  return (props) => {
    const samples = specSelectors.specJson().getIn(['paths', props.path, props.method, 'x-codeSamples']);
    return createElement(Fragment, null,
      createElement('div', { className: 'code-samples' }, samples ? samples.toJS().map(shown) : null),
      createElement(Responses, props));
  };
}

const ui = SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  plugins: [{ fn: { opsFilter: matching }, wrapComponents: { OperationSummary: marked, responses: sampled } }],
  onComplete: () => {
    const [first] = ui.specSelectors.tags().toJS();
    if (!location.hash) ui.layoutActions.show(['operations-tag', first.name], true);
    document.querySelector('.operation-filter-input').placeholder = 'Filter by path, summary or section';
  },
});
`;

/**
 * The guide on top of the page explains the headers, and the errors that every operation has, once. So the tables of headers
 * and the bodies of those errors are hidden below each operation. On a narrow screen, tables become blocks.
 */
export const DOCS_STYLE = `body { margin: 0; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .is-public, .swagger-ui .needs-key { display: contents; }
.swagger-ui .opblock .authorization__btn svg, .swagger-ui .is-public .authorization__btn { display: none; }
.swagger-ui .needs-key .authorization__btn::after, .swagger-ui .is-public .opblock-summary::after {
  border: 1px solid #888; border-radius: 4px; color: #444; font: 11px sans-serif; margin: 0 8px; padding: 2px 6px; white-space: nowrap; }
.swagger-ui .needs-key .authorization__btn[aria-label$=" unlocked"]::after { content: 'needs a key'; }
.swagger-ui .needs-key .authorization__btn[aria-label$=" locked"]::after { content: 'key is set'; border-color: #2a7d4f; color: #2a7d4f; }
.swagger-ui .is-public .opblock-summary::after { content: 'public'; }
.swagger-ui span:has(> .opblock-tag-section > #operations-tag-Services)::before,
.swagger-ui span:has(> .opblock-tag-section > #operations-tag-Series)::before {
  display: block; font: bold 22px sans-serif; color: #3b4151; margin: 28px 0 8px; }
.swagger-ui span:has(> .opblock-tag-section > #operations-tag-Services)::before { content: 'Base operations'; }
.swagger-ui span:has(> .opblock-tag-section > #operations-tag-Series)::before { content: 'Further operations'; }
.swagger-ui .code-samples { display: flex; flex-wrap: wrap; font: 14px sans-serif; gap: 0 32px; padding: 4px 20px; }
.swagger-ui .code-samples details { min-width: 0; position: relative; }
.swagger-ui .code-samples details[open] { flex-basis: 100%; }
.swagger-ui .code-samples summary { color: #3b4151; cursor: pointer; line-height: 32px; }
.swagger-ui .code-samples button { font-size: 12px; padding: 4px 12px; position: absolute; right: 0; top: 0; }
.swagger-ui .code-samples pre { background: #333; border-radius: 4px; color: #fff; font: 12px/1.5 monospace; margin: 4px 0 8px;
  max-height: 320px; overflow: auto; padding: 10px; white-space: pre; }
.swagger-ui .info .description table { margin: 12px 0; width: auto; }
.swagger-ui .info .description td, .swagger-ui .info .description th { padding: 6px 12px 6px 0; }
.swagger-ui .info .description li, .swagger-ui .info .description p { line-height: 1.5; }
.swagger-ui .headers-wrapper,
.swagger-ui .responses-table .response-col_links,
${['401', '413', '415', '429', '500', '503', '5XX']
  .map((status) => `.swagger-ui .responses-table .response[data-code="${status}"]`)
  .join(',\n')} { display: none; }
.swagger-ui .responses-table .response[data-code^="4"]:not([data-code="422"]) .response-col_description > :not(.response-col_description__inner) { display: none; }
.swagger-ui .body-param__text { height: 200px; min-height: 120px; }
.swagger-ui .parameters-col_description textarea { height: 56px; min-height: 56px; }
.swagger-ui .responses-table .example { max-height: 320px; overflow: auto; }
.swagger-ui .responses-table tr.response > td { padding-bottom: 4px; padding-top: 4px; }
.swagger-ui .responses-table .renderedMarkdown p { margin: 0 0 4px; }
@media (max-width: 700px) {
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .opblock .opblock-summary-path { font-size: 13px; max-width: 100%; word-break: break-word; }
  .swagger-ui .opblock .opblock-summary-description { font-size: 12px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-section-header { min-height: 40px; padding: 4px 12px; }
  .swagger-ui .opblock-body .execute-wrapper { padding: 8px 12px; }
  .swagger-ui .body-param__text { height: 160px; }
  .swagger-ui .opblock-description-wrapper, .swagger-ui .opblock-body .table-container { padding: 8px 12px; }
  .swagger-ui table.parameters, .swagger-ui table.parameters tbody, .swagger-ui table.parameters tr,
  .swagger-ui table.parameters td { display: block; width: auto; }
  .swagger-ui table.parameters thead { display: none; }
  .swagger-ui table.parameters > tbody > tr > td { padding: 4px 0; }
  .swagger-ui .parameters-col_name > div { display: inline-block; margin-right: 8px; }
  .swagger-ui .parameters-col_description input[type=text], .swagger-ui .parameters-col_description select,
  .swagger-ui .parameters-col_description textarea { max-width: 100%; width: 100%; box-sizing: border-box; font-size: 16px; }
  .swagger-ui .responses-inner { padding: 12px; }
  .swagger-ui .responses-table .response-col_status { min-width: 44px; }
  .swagger-ui .info .description table { width: 100%; }
  .swagger-ui .info .description td, .swagger-ui .info .description th { overflow-wrap: anywhere; padding-right: 8px; white-space: normal; }
  .swagger-ui .info .description td code { white-space: normal; }
  .swagger-ui .scheme-container { padding: 12px 0; }
}
`;
