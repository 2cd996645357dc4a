/** The systems that come with the product, as the server has written them into the page. */
const paths = { source: '/sandbox/shop/orders', destination: '/sandbox/crm/orders' } as const

/** Where a side reaches the built-in system; undefined where the sandbox is off. */
export function sandboxUrl(side: keyof typeof paths): string | undefined {
  const origin = document.querySelector('meta[name="sandbox"]')?.getAttribute('content') ?? ''
  return /^https?:/.test(origin) ? `${origin}${paths[side]}` : undefined
}
