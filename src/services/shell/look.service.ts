/** How the company looks and how times are written: kept in this browser, so that the next page has it before its first paint (`early-page.ts`). The pictures are not. */

import { companyLookEndpoints } from '#contract/settings/company-look.ts'
import type { CompanyLook } from '#contract/settings/company-settings.ts'
import { watchLookChanges } from '../auth/look-changes.ts'
import { watchFront } from '../auth/session.storage.ts'
import { type Access, call } from '../kit/api-client.ts'

const changes = new EventTarget()
let sheet: CSSStyleSheet | null = null

export type Pictures = {
  /** Of whoever is signed in, as a data URL. */
  readonly photo: string | null
  readonly logo: string | null
  readonly company: string
}
const noPictures: Pictures = { photo: null, logo: null, company: '' }
let pictures = noPictures
export const picturesNow = () => pictures

/** The zone that times are written in; undefined: the browser's. */
export const zoneNow = () => document.documentElement.dataset['zone']

/** Tells of another zone and of other pictures. */
export function watchLook(tell: () => void): () => void {
  changes.addEventListener('look', tell)
  return () => changes.removeEventListener('look', tell)
}

/**
 * Reads how the company looks, now and whenever it may have changed, and shows it. Until the returned function is called.
 * @param cssOf the style sheet of a look.
 */
export function followLook(access: Access, cssOf: (look: CompanyLook) => string): () => void {
  const ending = new AbortController()
  const look = () => {
    call(companyLookEndpoints.read, { access, signal: ending.signal }).then(
      (read) => show(read, cssOf(read)),
      () => {
        // What was kept stays; the next look comes by itself.
      },
    )
  }
  look()
  const stops = [watchFront(look), watchLookChanges(look), () => ending.abort()]
  return () => {
    for (const stop of stops) stop()
    // Whoever signs in next in this tab is somebody else.
    pictures = noPictures
  }
}

function show(look: CompanyLook, css: string): void {
  // The page's first script may have made one from what was kept.
  sheet ??= document.adoptedStyleSheets[0] ?? new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
  keep('brand', css)
  const zone = look.formats.timezone ?? undefined
  keep('zone', zone ?? null)
  if (zone === undefined) delete document.documentElement.dataset['zone']
  else document.documentElement.dataset['zone'] = zone
  pictures = { photo: look.photo, logo: look.organizationLogo, company: look.organizationName }
  changes.dispatchEvent(new Event('look'))
}

function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // A browser that keeps nothing shows it a moment later.
  }
}
