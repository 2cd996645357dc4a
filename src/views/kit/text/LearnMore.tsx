import { useContext } from 'react'

import { articleHref, errorArticleId } from '#contract/kit/help-links.ts'
import { PlainLink } from '../controls/Link.tsx'
import { HelpPlace } from '../help-place.ts'
import { partMessages } from '../parts.messages.ts'

/** The way from an error to its article. Outside there is none: the articles are for people who are signed in. */
export function LearnMore({ code }: { readonly code: string }) {
  return useContext(HelpPlace) === null ? null : (
    <small>
      <PlainLink href={articleHref(errorArticleId(code))}>{partMessages.learnMore}</PlainLink>
    </small>
  )
}
