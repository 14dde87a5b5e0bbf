import { Banner } from '#app/ui/banner.tsx'

/** A secret that is shown once, so that the operator can hand it on, below a text about it. */
export function SecretOnce({ text, secret }: { text: string; secret: string }) {
  return (
    <Banner tone="notice">
      {text}
      <code dir="ltr" className="block font-semibold break-all text-heading select-all">
        {secret}
      </code>
    </Banner>
  )
}
