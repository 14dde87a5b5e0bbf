import sprite from '#app/ui/marks.svg?no-inline'

/** An image that does not load is replaced by its fallback. */
function replaceImage(image: HTMLImageElement): void {
  const { fallback } = image.dataset
  if (image.src.includes('/assets/flags-')) {
    image.outerHTML = `<svg class="icon" aria-hidden="true"><use href="${sprite}#globe"/></svg>`
    return
  }
  if (fallback === undefined) return void image.classList.add('failed')
  const text = Object.assign(document.createElement('span'), { textContent: fallback, className: 'initials' })
  image.replaceWith(text)
}

/** @param isOurs whether an image may be replaced; those of React components replace themselves */
export function startImages(isOurs: (image: HTMLImageElement) => boolean = () => true): void {
  const isFailed = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement && isOurs(target)) replaceImage(target)
    },
    true,
  )
  const replaceFailed = () => {
    // Not document.images, which an image that is replaced leaves at once: the next one would be missed.
    for (const image of document.querySelectorAll('img')) {
      if (!isOurs(image) || !isFailed(image)) continue
      // A lazy image can look the same: requested again, it fires an event.
      if (image.loading === 'lazy') image.setAttribute('src', image.src)
      else replaceImage(image)
    }
  }
  replaceFailed()
  // The event of an image that failed while this script was being fetched can be lost.
  addEventListener('load', replaceFailed)
}
