import styled from 'styled-components'
import { useSearch } from '#src/views/kit/browser-location.ts'
import { AuthPage } from '../AuthPage.tsx'
import { oauthMessages } from './oauth.messages.ts'

/** The message is what the address says. */
export function OAuthErrorRoute() {
  return <ErrorPage message={new URLSearchParams(useSearch()).get('message')} />
}

/** A sign-in at a provider that failed. `message` comes from the address: it is shown as text and may say anything. */
function ErrorPage({ message }: { readonly message: string | null }) {
  return (
    <AuthPage title={oauthMessages.failedTitle} back="/sign-in">
      <Words role="alert">{message?.trim() ? message.slice(0, longest) : oauthMessages.failed}</Words>
    </AuthPage>
  )
}

/** Characters of a message: no sentence of ours is longer, and no address may fill the page. */
const longest = 300

const Words = styled.p`
  overflow-wrap: anywhere;
`
