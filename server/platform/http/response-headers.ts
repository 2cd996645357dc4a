/** What every answer says besides its own: the policy of the API, which shows and runs nothing. Of the console's pages: `console-files.ts`. */
import type { Config } from '../config/config.ts'

export const responseHeaders = ({ publicUrl }: Config) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  },
  strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : (false as const),
  referrerPolicy: { policy: 'no-referrer' as const },
  xFrameOptions: { action: 'deny' as const },
})
