/** What a browser says of itself, in words for people. It may say anything: nothing is decided by it. */
import Bowser from 'bowser'

/** Null where it did not say. */
export type Device = { readonly device: string | null; readonly browser: string | null }

/** Characters of a user agent that are looked at and kept. */
export const userAgentMax = 512

const words = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ').slice(0, userAgentMax) || null

/** @returns e.g. `{ device: 'macOS 10.15 (desktop)', browser: 'Firefox 126.0' }`. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { device: null, browser: null }
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, userAgentMax))
  const system = words(os.name, os.versionName ?? os.version)
  const kind = words(platform.vendor, platform.model) ?? platform.type
  return {
    device: system && kind ? `${system} (${kind})` : (system ?? kind ?? null),
    browser: words(browser.name, browser.version),
  }
}
