/** The parts of an e-mail that a template makes. */
export const PARTS = ['subject', 'text', 'html'] as const;
export type Part = (typeof PARTS)[number];

export type Templates = Readonly<Record<Part, string>>;

const TEXT = `{{greeting}}

{{sentence}}

{{#details}}
{{line}}
{{/details}}
{{#manage}}

{{manage}}
{{manageUrl}}
{{/manage}}

{{closing}}
{{businessName}}
{{#businessAddress}}
{{businessAddress}}
{{/businessAddress}}
{{#businessPhone}}
{{businessPhone}}
{{/businessPhone}}
{{#businessEmail}}
{{businessEmail}}
{{/businessEmail}}
`;

const BODY =
  'max-width:36em;margin:0 auto;padding:16px;font-family:sans-serif;line-height:1.5;overflow-wrap:anywhere';
const LABEL =
  'width:7em;padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:normal;opacity:.75';
const VALUE = 'padding:4px 0;vertical-align:top';
/** Large enough for a thumb. Its edge has the colour of its text. */
const BUTTON =
  'display:inline-block;padding:8px 20px;border:1px solid;border-radius:8px;font-weight:bold;text-decoration:none';

/** Readable without style, by a screen reader, and in the colours of a dark theme: it sets none but that of the labels. */
const HTML = `<!doctype html>
<html lang="{{language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{{title}}</title>
</head>
<body style="${BODY}">
<p>{{greeting}}</p>
<p>{{sentence}}</p>
<table style="border-collapse:collapse">
{{#details}}
<tr><th scope="row" style="${LABEL}">{{label}}</th><td style="${VALUE}">{{value}}</td></tr>
{{/details}}
</table>
{{#manage}}
<p><a href="{{manageUrl}}" style="${BUTTON}">{{manage}}</a></p>
{{/manage}}
<p>{{closing}}<br>
{{businessName}}
{{#businessAddress}}
<br>{{businessAddress}}
{{/businessAddress}}
{{#businessPhone}}
<br>{{businessPhone}}
{{/businessPhone}}
{{#businessEmail}}
<br>{{businessEmail}}
{{/businessEmail}}
</p>
</body>
</html>
`;

/** The templates of every message, where the operator has none. @param subject that of the language */
export function ownTemplates(subject: string): Templates {
  return { subject: `${subject}{{#more}} {{more}}{{/more}}`, text: TEXT, html: HTML };
}
