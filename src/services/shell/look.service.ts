/** How the company looks and how times are written: kept in this browser, so that the next page has it before its first paint (`early-page.ts`). The pictures are not. */

import { companyLookEndpoints } from '#contract/settings/company-look.ts'
import type { CompanyLook } from '#contract/settings/company-settings.ts'
import { watchLookChanges } from '../auth/look-changes.ts'
import { watchFront } from '../auth/session.storage.ts'
import { type Access, call } from '../kit/api-client.ts'
import type { StartReading } from './start.service.ts'

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

const root = document.documentElement.dataset
/** How times and numbers are written, as one word that changes with it: the zone of times and the language of formats. */
export const formatsNow = () => `${root['zone']} ${root['formats']}`

/** Tells of other formats and of other pictures. */
export function watchLook(tell: () => void): () => void {
  changes.addEventListener('look', tell)
  return () => changes.removeEventListener('look', tell)
}

type Sources = { readonly access: Access; readonly start: StartReading }

const readLook = async ({ access, start }: Sources, signal: AbortSignal): Promise<CompanyLook> =>
  (await start.take('look'))?.value ?? call(companyLookEndpoints.read, { access, signal })

/**
 * Reads how the company looks, now and whenever it may have changed, and shows it. Until the returned function is called.
 * @param cssOf the style sheet of a look.
 */
export function followLook({ access, start }: Sources, cssOf: (look: CompanyLook) => string): () => void {
  const ending = new AbortController()
  const look = () => {
    readLook({ access, start }, ending.signal).then(
      (read) => ending.signal.aborted || show(read, cssOf(read)),
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
  const { timezone, language } = look.formats
  mark('zone', timezone)
  // English is the language of the page.
  mark('formats', language === 'en' ? null : language)
  pictures = { photo: look.photo, logo: look.organizationLogo, company: look.organizationName }
  changes.dispatchEvent(new Event('look'))
}

/** At the root of the page, and kept for the next one. */
function mark(name: 'zone' | 'formats', value: string | null): void {
  keep(name, value)
  if (value === null) delete root[name]
  else root[name] = value
}

function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // A browser that keeps nothing shows it a moment later.
  }
}
