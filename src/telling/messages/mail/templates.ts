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

/** Readable without style, by a screen reader, and in the colours of a dark theme: it sets none but that of the labels. */
const HTML = `<!doctype html>
<html lang="{{language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{{title}}</title>
</head>
<body style="font-family:sans-serif;line-height:1.5">
<p>{{greeting}}</p>
<p>{{sentence}}</p>
<table style="border-collapse:collapse">
{{#details}}
<tr><th scope="row" style="padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:normal;opacity:.75">{{label}}</th><td>{{value}}</td></tr>
{{/details}}
</table>
{{#manage}}
<p><a href="{{manageUrl}}">{{manage}}</a></p>
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
