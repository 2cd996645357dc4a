import { problem } from '#contract/kit/problem.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { authMessages } from '../auth.messages.ts'

/** Nothing is asked for: the page was opened or loaded again without a sign-in before it. */
export function NoChallenge({ href }: { readonly href: string }) {
  return (
    <>
      <ProblemAlert problem={problem('auth/no-challenge')} />
      <PlainLink href={href}>{authMessages.toSignIn}</PlainLink>
    </>
  )
}
