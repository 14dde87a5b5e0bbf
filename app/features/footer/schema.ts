export const LINK_SECTIONS = ['quick_links', 'legal'] as const
export type LinkSection = (typeof LINK_SECTIONS)[number]

export interface FooterLink {
  id: string
  title: string
  url: string
  /** Of the title, if it is not the language of the page. */
  language?: string
}

/** The footer in one language; a missing text falls back to the site's own, field by field. */
export interface Footer {
  aboutTitle: string | null
  aboutText: string | null
  linksTitle: string | null
  legalTitle: string | null
  socialTitle: string | null
  copyrightText: string | null
  quickLinks: FooterLink[]
  legalLinks: FooterLink[]
  /** Null hides the icon. */
  social: Record<'facebook' | 'twitter' | 'instagram' | 'youtube', string | null>
  paymentMethodsImage: string | null
  securityBadgesImage: string | null
}
