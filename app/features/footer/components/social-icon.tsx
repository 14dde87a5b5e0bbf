const PATHS = {
  facebook:
    'M14 8.5V6.8c0-.8.5-1 .9-1H17V2.2L14.1 2C11 2 10 4.2 10 6.1V8.5H7V12.5H10V22H14V12.5H16.8L17.3 8.5Z',
  twitter:
    'M17.5 3H20.6L13.8 10.8 21.8 21H15.5L10.6 14.7 5 21H1.9L9.2 12.7 1.5 3H8L12.4 8.8ZM16.4 19.1H18.1L7 4.8H5.2Z',
  instagram:
    'M7.5 2h9A5.5 5.5 0 0 1 22 7.5v9a5.5 5.5 0 0 1-5.5 5.5h-9A5.5 5.5 0 0 1 2 16.5v-9A5.5 5.5 0 0 1 7.5 2Zm0 2A3.5 3.5 0 0 0 4 7.5v9A3.5 3.5 0 0 0 7.5 20h9a3.5 3.5 0 0 0 3.5-3.5v-9A3.5 3.5 0 0 0 16.5 4ZM12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm5.3-3.5a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z',
  youtube:
    'M22.5 7.2a2.8 2.8 0 0 0-2-2C18.8 4.7 12 4.7 12 4.7s-6.8 0-8.5.5a2.8 2.8 0 0 0-2 2C1 8.9 1 12 1 12s0 3.1.5 4.8a2.8 2.8 0 0 0 2 2c1.7.5 8.5.5 8.5.5s6.8 0 8.5-.5a2.8 2.8 0 0 0 2-2c.5-1.7.5-4.8.5-4.8s0-3.1-.5-4.8ZM9.8 15.3V8.7l5.7 3.3Z',
} as const

export type SocialSite = keyof typeof PATHS

export function SocialIcon({ site }: { site: SocialSite }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" fillRule="evenodd" className="size-5">
      <path d={PATHS[site]} />
    </svg>
  )
}
