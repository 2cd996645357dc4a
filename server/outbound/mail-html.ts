/** The HTML of a mail, made of its text: the text stays the alternative. It loads nothing from anywhere. */

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** What the button of a link says, by the page that it leads to. */
const labels: Readonly<Record<string, string>> = {
  '/confirm-account': 'Confirm email',
  '/accept-invitation': 'Accept invitation',
  '/reset-password': 'Set password',
}

const isLink = (text: string) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

const labelOf = (link: string) =>
  Object.entries(labels).find(([page]) => new URL(link).pathname.endsWith(page))?.[1] ?? 'Open Datacrane'

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** A paragraph that is nothing but a link becomes a button, with the address below for programs that show no buttons. */
function paragraphOf(text: string): string {
  if (!isLink(text)) return `<p style="margin:0 0 16px">${escaped(text).replaceAll('\n', '<br>')}</p>`
  const href = escaped(text)
  return `<p style="margin:0 0 8px"><a href="${href}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1362ff;color:#ffffff;font-weight:600;text-decoration:none">${labelOf(text)}</a></p>
<p style="margin:0 0 16px;font-size:12px;color:#5b6070;word-break:break-all">${href}</p>`
}

/** @param text paragraphs, with an empty line between two. */
export function htmlOf(subject: string, text: string): string {
  const paragraphs = text.trim().split('\n\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;${font};font-size:15px;line-height:1.5;color:#14161c">
<div style="max-width:520px;margin:0 auto;padding:24px;border-radius:8px;background:#ffffff">
<p style="margin:0 0 16px;font-weight:700">Datacrane</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escaped(subject)}</h1>
${paragraphs.map(paragraphOf).join('\n')}
</div></body></html>
`
}
