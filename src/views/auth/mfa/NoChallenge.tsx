import { problem } from '../../../contract/problem.ts'
import { authWords } from '../../words/auth.ts'
import { Go } from '../parts/Go.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'

/** Nothing is asked for: the page was opened or loaded again without a sign-in before it. */
export function NoChallenge({ href }: { readonly href: string }) {
  return (
    <>
      <ProblemAlert problem={problem('auth/no-challenge')} />
      <Go href={href}>{authWords.toSignIn}</Go>
    </>
  )
}
