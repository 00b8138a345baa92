import { PAGE_STYLE } from './page-style';

/** Links to what lies before and after. */
const PAGES = `{{#pages}}
<p class="day-links">
{{#earlier}}
<a href="{{href}}">{{text}}</a>
{{/earlier}}
{{#later}}
<a class="later" href="{{href}}">{{text}}</a>
{{/later}}
</p>
{{/pages}}
`;

/** Of a question: what it asks, what was wrong with its answer, and what its input says of both. */
const LABEL = `<span dir="auto">{{label}}</span>{{#needed}} <span class="needed">({{.}})</span>{{/needed}}`;
const FAULT = `{{#fault}}
<p class="fault" id="{{id}}-fault">{{.}}</p>
{{/fault}}
`;
const STATE = `{{#isNeeded}} aria-required="true"{{/isNeeded}}{{#fault}} aria-invalid="true" aria-describedby="{{id}}-fault"{{/fault}}`;

/** Of an offer: which one is meant. */
const OFFERED = '<input type="hidden" name="start" value="{{start}}">';

/** The one template of all states of the page. Mustache escapes every value; the style has no two opening braces in a row. */
export const PAGE_TEMPLATE = `<!doctype html>
<html lang="{{language}}" dir="{{direction}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{{title}} – {{businessName}}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header dir="auto">{{businessName}}</header>
<main>
{{#back}}
<a class="back" href="{{href}}">{{text}}</a>
{{/back}}
{{#notice}}
<p class="notice" role="status">{{.}}</p>
{{/notice}}
{{#alert}}
<p class="alert" role="alert">{{.}}</p>
{{/alert}}
<div class="card">
<div class="stack">
{{#status}}
<p class="status{{#isOn}} is-on{{/isOn}}">{{text}}</p>
{{/status}}
<h1>{{heading}}</h1>
{{#sentences}}
<p class="soft">{{.}}</p>
{{/sentences}}
</div>
{{#appointments}}
<ul class="list">
{{#items}}
<li class="stack{{#isOff}} is-off{{/isOff}}">
{{#status}}
<p class="status{{#isOn}} is-on{{/isOn}}">{{text}}</p>
{{/status}}
<p class="when">{{#link}}<a href="{{.}}">{{date}}</a>{{/link}}{{^link}}{{date}}{{/link}}<br>{{hours}}</p>
<p class="zone">{{zone}}</p>
{{#yourTime}}
<p class="zone">{{.}}</p>
{{/yourTime}}
{{#what}}
<p dir="auto">{{.}}</p>
{{/what}}
{{#where}}
<p class="soft" dir="auto">{{.}}</p>
{{/where}}
{{#hasRows}}
<dl class="rows">
{{#rows}}
<div><dt>{{label}}</dt><dd dir="auto">{{value}}</dd></div>
{{/rows}}
</dl>
{{/hasRows}}
</li>
{{/items}}
</ul>
{{/appointments}}
${PAGES}{{#hasRows}}
<dl class="rows">
{{#rows}}
<div><dt>{{label}}</dt><dd dir="auto">{{value}}</dd></div>
{{/rows}}
</dl>
{{/hasRows}}
{{#hasActions}}
<p class="actions">
{{#actions}}
<a class="button{{#isMain}} main{{/isMain}}" href="{{href}}">{{text}}</a>
{{/actions}}
</p>
{{/hasActions}}
{{#offer}}
<div class="actions">
<form method="post" action="{{accept.href}}">${OFFERED}<button class="button main">{{accept.text}}</button></form>
<form method="post" action="{{decline.href}}">${OFFERED}<button class="button">{{decline.text}}</button></form>
</div>
{{/offer}}
{{#cancelling}}
<form method="post" action="{{href}}">
<div class="field">
<label class="label" for="reason">{{reason.label}}</label>
{{#reason.fault}}
<p class="fault" id="reason-fault">{{.}}</p>
{{/reason.fault}}
<textarea class="input" id="reason" name="reason" rows="3" dir="auto"
{{#reason.fault}} aria-invalid="true" aria-describedby="reason-fault"{{/reason.fault}}>
{{reason.value}}</textarea>
</div>
<p class="actions"><button class="button main">{{button}}</button></p>
</form>
{{/cancelling}}
{{#moving}}
<nav class="stack" aria-labelledby="days">
<h2 id="days">{{dayLabel}}</h2>
<ol class="days">
{{#days}}
<li>
{{#href}}
<a class="day" href="{{href}}"{{#isChosen}} aria-current="true"{{/isChosen}}><small>{{weekday}}</small>{{day}}<small>{{month}}</small></a>
{{/href}}
{{^href}}
<div class="day none"><small>{{weekday}}</small>{{day}}<small>{{month}}</small></div>
{{/href}}
</li>
{{/days}}
</ol>
${PAGES}</nav>
{{#noTimes}}
<p class="soft">{{.}}</p>
{{/noTimes}}
{{#times}}
<form method="post" action="{{href}}">
<fieldset role="radiogroup" class="field"{{#fault}} aria-invalid="true" aria-describedby="time-fault"{{/fault}}>
<legend>{{label}}</legend>
{{#fault}}
<p class="fault" id="time-fault">{{.}}</p>
{{/fault}}
<div class="times{{#isWide}} wide{{/isWide}}">
{{#choices}}
<label class="time"><input type="radio" name="start" value="{{start}}" required>
<span>{{text}}{{#yourTime}}<small>{{.}}</small>{{/yourTime}}</span></label>
{{/choices}}
</div>
</fieldset>
<p class="actions"><button class="button main">{{button}}</button></p>
</form>
{{/times}}
{{/moving}}
{{#answering}}
<form method="post" action="{{href}}">
{{#questions}}
{{#input}}
<div class="field">
<label class="label" for="{{id}}">${LABEL}</label>
${FAULT}<input class="input" id="{{id}}" name="{{name}}" type="{{type}}"{{#step}} step="any"{{/step}} value="{{value}}"${STATE}>
</div>
{{/input}}
{{#area}}
<div class="field">
<label class="label" for="{{id}}">${LABEL}</label>
${FAULT}<textarea class="input" id="{{id}}" name="{{name}}" rows="2" dir="auto"${STATE}>
{{value}}</textarea>
</div>
{{/area}}
{{#options}}
<fieldset role="radiogroup" class="field"${STATE}>
<legend>${LABEL}</legend>
${FAULT}<div class="choices">
{{#choices}}
<label class="choice"><input type="radio" name="{{name}}" value="{{value}}"{{#isChosen}} checked{{/isChosen}}>
<span dir="auto">{{text}}</span></label>
{{/choices}}
</div>
</fieldset>
{{/options}}
{{/questions}}
<p class="actions"><button class="button main">{{button}}</button></p>
</form>
{{/answering}}
</div>
{{#hasDeadlines}}
<div class="deadlines">
{{#deadlines}}
<p>{{.}}</p>
{{/deadlines}}
</div>
{{/hasDeadlines}}
{{#policy}}
<section class="card stack">
<h2>{{heading}}</h2>
<p class="lines" dir="auto">{{text}}</p>
</section>
{{/policy}}
</main>
<footer>
<div>
<h2>{{contact.heading}}</h2>
<address>
<span dir="auto">{{businessName}}</span>
{{#contact.address}}
<span class="lines" dir="auto">{{.}}</span>
{{/contact.address}}
{{#contact.phone}}
<span><a href="tel:{{href}}"><bdi>{{text}}</bdi></a></span>
{{/contact.phone}}
{{#contact.email}}
<span><a href="mailto:{{href}}"><bdi>{{text}}</bdi></a></span>
{{/contact.email}}
</address>
</div>
</footer>
</body>
</html>
`;
