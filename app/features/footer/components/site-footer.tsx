import type { ReactNode } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { operatorHref } from '#app/platform/paths.ts'
import { useImageFailed } from '#app/ui/use-image-failed.ts'
import type { Footer, FooterLink } from '../schema.ts'
import { SocialIcon, type SocialSite } from './social-icon.tsx'

const SITES: { site: SocialSite; name: string }[] = [
  { site: 'facebook', name: 'Facebook' },
  { site: 'twitter', name: 'Twitter' },
  { site: 'instagram', name: 'Instagram' },
  { site: 'youtube', name: 'YouTube' },
]

export function SiteFooter({ footer }: { footer: Footer | null }) {
  const { t } = useTranslation('common')
  return (
    <footer className="site-footer mt-auto border-t border-line text-sm">
      <div className="page-width flex flex-col gap-8 py-8">
        {footer && (
          <div className="grid grid-cols-1 gap-8 md:grid-cols-2 xl:grid-cols-4">
            {(footer.aboutTitle || footer.aboutText) && (
              <Column title={footer.aboutTitle}>
                {footer.aboutText && <p className="whitespace-pre-line">{footer.aboutText}</p>}
              </Column>
            )}
            {footer.quickLinks.length > 0 && (
              <Column title={footer.linksTitle}>
                <Links links={footer.quickLinks} />
              </Column>
            )}
            {footer.legalLinks.length > 0 && (
              <Column title={footer.legalTitle}>
                <Links links={footer.legalLinks} />
              </Column>
            )}
            {Object.values(footer.social).some(Boolean) && (
              <Column title={footer.socialTitle}>
                <Social social={footer.social} />
              </Column>
            )}
          </div>
        )}
        {footer && (footer.paymentMethodsImage || footer.securityBadgesImage) && (
          <div className="flex flex-wrap items-center gap-6">
            <Image url={footer.paymentMethodsImage} alt={t('payment-methods')} />
            <Image url={footer.securityBadgesImage} alt={t('security-badges')} />
          </div>
        )}
        <div className="flex flex-col gap-1 border-t border-footer-text/20 pt-6 text-xs">
          <p>{t('footer.adults')}</p>
          <p>{t('footer.advertising')}</p>
          {footer?.copyrightText && <p>{footer.copyrightText}</p>}
        </div>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string | null; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      {title && <h2 className="font-semibold">{title}</h2>}
      {children}
    </div>
  )
}

function Links({ links }: { links: FooterLink[] }) {
  const { i18n } = useTranslation()
  return (
    <ul className="-my-2 md:-my-1.5">
      {links.map((link) => (
        <li key={link.id}>
          <a
            href={operatorHref(link.url, i18n.language)}
            rel={link.url.startsWith('http') ? 'noopener' : undefined}
            className="inline-flex min-h-11 items-center underline-offset-4 hover:underline md:min-h-8"
          >
            {link.title}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Social({ social }: { social: Footer['social'] }) {
  const { t } = useTranslation('common')
  return (
    <ul className="-ms-3 flex">
      {SITES.map(({ site, name }) => {
        const url = social[site]
        return url ? (
          <li key={site}>
            <a
              href={url}
              target="_blank"
              rel="noopener"
              aria-label={`${name} (${t('new-tab')})`}
              className="site-footer-icon inline-flex size-11 items-center justify-center rounded-lg"
            >
              <SocialIcon site={site} />
            </a>
          </li>
        ) : null
      })}
    </ul>
  )
}

function Image({ url, alt }: { url: string | null; alt: string }) {
  const { failed, ref, onError } = useImageFailed()
  if (!url || failed) return null
  return (
    <img ref={ref} src={url} alt={alt} height={32} loading="lazy" onError={onError} className="h-8 w-auto" />
  )
}
