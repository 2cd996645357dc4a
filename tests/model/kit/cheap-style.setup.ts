/**
 * Half of a walk is spent on the cascade, of which a walk only asks whether something is shown. In the short form attributes answer that, and
 * inline styles. What a style sheet hides is seen as shown here; the full form asks the real cascade.
 */
const neverShown = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'HEAD', 'META', 'LINK', 'TITLE'])

function isShown(element: Element): boolean {
  if (element.hasAttribute('hidden') || neverShown.has(element.tagName)) return false
  return element.tagName !== 'DIALOG' || element.hasAttribute('open')
}

function styleOf(element: Element, pseudo?: string | null) {
  const initial: Readonly<Record<string, string>> = pseudo
    ? { content: 'none' }
    : { display: isShown(element) ? 'block' : 'none', visibility: 'visible', 'pointer-events': 'auto', opacity: '1' }
  const inline = pseudo || !('style' in element) ? null : (element.style as CSSStyleDeclaration)
  const getPropertyValue = (name: string): string => inline?.getPropertyValue(name) || (initial[name] ?? '')
  return {
    getPropertyValue,
    display: getPropertyValue('display'),
    visibility: getPropertyValue('visibility'),
    pointerEvents: getPropertyValue('pointer-events'),
    opacity: getPropertyValue('opacity'),
    content: getPropertyValue('content'),
  }
}

if (typeof window !== 'undefined') {
  for (const target of [window, globalThis]) {
    Object.defineProperty(target, 'getComputedStyle', { value: styleOf, writable: true, configurable: true })
  }
}

export {}
