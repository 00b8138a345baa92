import type { Catalog } from '../../wording/chosen-language';

/** The parts of an e-mail that a template makes. */
export const MAIL_PARTS = ['subject', 'text', 'html'] as const;
export type MailPart = (typeof MAIL_PARTS)[number];

/** All that a template makes. */
export const PARTS = [...MAIL_PARTS, 'sms'] as const;
export type Part = (typeof PARTS)[number];

export type Templates = Readonly<Record<Part, string>>;

const TEXT = `{{greeting}}

{{sentence}}
{{#note}}

{{note}}
{{/note}}

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
{{#note}}
<p style="white-space:pre-line">{{note}}</p>
{{/note}}
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

const MORE = '{{#more}} {{more}}{{/more}}';

/** The templates of every message, where the operator has none. */
export function ownTemplates(catalog: Catalog): Templates {
  return { subject: `${catalog.subject}${MORE}`, text: TEXT, html: HTML, sms: smsOf(catalog) };
}

/**
 * One line: who writes, the subject of the e-mail, the clock of the customer where that reads otherwise, what a change was about, the end of
 * an offer, the link. What is so of the first appointment alone stands before the number of the others.
 */
function smsOf({ subject, labels, colon }: Catalog): string {
  return [
    `{{businessName}}${colon} ${subject}`,
    `{{#yourStart}} (${labels.yourTime}${colon} {{yourStart}}){{/yourStart}}`,
    `{{#formerPlace}}, ${labels.where}${colon} {{place}}{{/formerPlace}}{{#was}} (${labels.formerly}${colon} {{was}}){{/was}}`,
    MORE,
    `{{#until}}. ${labels.until}${colon} {{until}}{{/until}}`,
    `{{#yourUntil}} (${labels.yourTime}${colon} {{yourUntil}}){{/yourUntil}}`,
    '{{#manage}} {{manageUrl}}{{/manage}}',
  ].join('');
}
