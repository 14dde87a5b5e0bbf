import type { ReactNode } from 'react'
import { AudienceFoot } from '#app/features/audiences/components/notices.tsx'
import { SocialIcon, type SocialSite } from '#app/features/footer/components/social-icon.tsx'
import type { Footer, FooterLink } from '#app/features/footer/schema.ts'
import { SCHEME_CHOICES } from '#app/features/theme/scheme.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { operatorHref, standalonePath, widgetsPath } from '#app/platform/paths.ts'
import { zoneName } from '#app/platform/time.ts'
import { useZone } from '#app/ui/clock.tsx'

const SITES: { site: SocialSite; name: string }[] = [
  { site: 'facebook', name: 'Facebook' },
  { site: 'twitter', name: 'Twitter' },
  { site: 'instagram', name: 'Instagram' },
  { site: 'youtube', name: 'YouTube' },
]

/** The operator's texts about the site, its time zone, and the notices about betting; empty parts take no space. */
export function Foot(props: {
  footer: Footer | null
  ownScheme: 'dark' | 'light' | null
  demo: boolean
  programLinks: boolean
}) {
  const { footer, ownScheme, demo, programLinks } = props
  const { t, i18n } = useTranslation('common')
  const zone = zoneName(useZone(), i18n.language)
  const social = SITES.flatMap((it) =>
    footer?.social[it.site] ? [{ ...it, url: footer.social[it.site] ?? '' }] : [],
  )
  const images = [
    { url: footer?.paymentMethodsImage, alt: t('payment-methods') },
    { url: footer?.securityBadgesImage, alt: t('security-badges') },
  ].flatMap(({ url, alt }) => (url ? [{ url, alt }] : []))
  return (
    <footer className="site-footer">
      <div className="columns">
        {footer && (
          <>
            {(footer.aboutTitle || footer.aboutText) && (
              <Column title={footer.aboutTitle}>{footer.aboutText && <p>{footer.aboutText}</p>}</Column>
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
            {social.length > 0 && (
              <Column title={footer.socialTitle}>
                <ul className="social">
                  {social.map(({ site, name, url }) => (
                    <li key={site}>
                      <a
                        href={url}
                        target="_blank"
                        rel="noopener"
                        aria-label={`${name} (${t('new-tab')})`}
                        className="site-footer-icon"
                      >
                        <SocialIcon site={site} />
                      </a>
                    </li>
                  ))}
                </ul>
              </Column>
            )}
          </>
        )}
        {ownScheme && (
          <Column title={t('display')}>
            <Schemes own={ownScheme} />
          </Column>
        )}
      </div>
      {images.length > 0 && (
        <div className="images">
          {images.map(({ url, alt }) => (
            <img key={url} src={url} alt={alt} height={32} loading="lazy" data-fallback="" />
          ))}
        </div>
      )}
      <AudienceFoot />
      <div className="small-print">
        <p>{t('footer.adults')}</p>
        <p>{t('footer.advertising')}</p>
        {demo && <p>{t('demo-notice')}</p>}
        {programLinks && (
          <p>
            <a href={standalonePath(i18n.language, 'api')}>{t('api')}</a> ·{' '}
            <a href={widgetsPath(i18n.language)}>{t('widgets')}</a>
          </p>
        )}
        <p data-times={t('time-zone', { zone: '{zone}' })}>{t('time-zone', { zone })}</p>
        {footer?.copyrightText && <p>{footer.copyrightText}</p>}
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string | null; children: ReactNode }) {
  return (
    <section>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  )
}

/** Light, dark or the system's scheme. The choice needs scripts, so it is shown when they run. */
function Schemes({ own }: { own: 'dark' | 'light' }) {
  const { t } = useTranslation('common')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div role="group" aria-label={t('scheme')} data-own={own} className="schemes">
      {SCHEME_CHOICES.map((choice) => (
        <button key={choice} type="button" value={choice} aria-pressed={choice === own}>
          {t(`scheme.${choice}`)}
        </button>
      ))}
    </div>
  )
}

function Links({ links }: { links: FooterLink[] }) {
  const { i18n } = useTranslation()
  return (
    <ul>
      {links.map(({ id, url, title, language }) => (
        <li key={id}>
          <a
            href={operatorHref(url, i18n.language)}
            rel={url.startsWith('http') ? 'noopener' : undefined}
            lang={language}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
