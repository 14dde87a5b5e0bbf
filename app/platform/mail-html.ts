export interface MailParts {
  lang: string
  direction: 'ltr' | 'rtl'
  site: string
  subject: string
  /** A paragraph each. */
  texts: readonly string[]
  /** Words on the way to the link. */
  action: string
  /** Null: the mail leads nowhere. */
  link: string | null
  note: string | null
  /** A help line below the note, with its page if it has one. */
  help?: { text: string; url: string | null } | null
  /** Small links below the note. */
  ways?: readonly { text: string; href: string }[]
}

const SMALL = 'font-size:14px;line-height:20px;color:#4b5563'

/** A mail as HTML. Tables and inline styles: what mail programs understand. */
export function mailHtml(parts: MailParts): string {
  const { lang, direction, site, subject, texts, action, link, note, help = null, ways = [] } = parts
  const paragraph = (inner: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${inner}</p>`
  const way = link === null ? '' : wayTo(link, action, paragraph)
  return `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;font-family:Arial,Helvetica,sans-serif;color:#111827">
<table role="presentation" align="center" width="100%" style="max-width:560px;background:#ffffff;border:1px solid #e5e7eb;border-radius:8px"><tr><td style="padding:24px">
<p style="margin:0 0 16px;font-size:20px;font-weight:bold">${escapeHtml(site)}</p>
${texts.map((text) => paragraph(escapeHtml(text))).join('\n')}
${way}
${note ? `<p style="margin:0;${SMALL}">${escapeHtml(note)}</p>` : ''}
${help ? `<p style="margin:${note ? '8px' : '0'} 0 0;${SMALL}" dir="auto">${help.url ? anchor(help.url, help.text) : escapeHtml(help.text)}</p>` : ''}
${ways.length > 0 ? `<p style="margin:16px 0 0;font-size:14px;line-height:20px">${ways.map(({ text, href }) => anchor(href, text)).join(' · ')}</p>` : ''}
</td></tr></table>
</body>
</html>
`
}

function wayTo(link: string, action: string, paragraph: (inner: string) => string): string {
  return `${paragraph(`<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#047857;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(action)}</a>`)}
<p style="margin:0 0 16px;font-size:12px;line-height:16px;color:#4b5563;word-break:break-all" dir="ltr">${escapeHtml(link)}</p>`
}

function anchor(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}" style="color:#047857">${escapeHtml(text)}</a>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
