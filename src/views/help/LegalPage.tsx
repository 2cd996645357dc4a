import styled from 'styled-components'

import { color, focusRing, font, narrow, radius, space } from '../../theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { calendarDay } from '../kit/format/times.ts'
import { FocusOnArrival } from '../kit/layout/FocusOnArrival.tsx'
import { Home } from '../shell/pages/Home.tsx'
import { legalMessages as messages } from './legal.messages.ts'

type LegalPageProps = {
  readonly document: 'privacy' | 'terms'
  /** Whether somebody is signed in: then the logo leads to the dashboard. */
  readonly isKnown: boolean
}

/** A legal text with its effective date and a list of its contents. */
export function LegalPage({ document, isKnown }: LegalPageProps) {
  const { title, sections } = messages[document]
  const other = messages[document === 'privacy' ? 'terms' : 'privacy']
  const home = isKnown ? '/dashboard' : '/sign-in'
  return (
    <Page>
      <Top>
        <Home href={home} />
        <PlainLink href={home}>{isKnown ? messages.toConsole : messages.toSignIn}</PlainLink>
      </Top>
      <Body>
        <Head>
          <FocusOnArrival title={title} />
          <Muted>
            {messages.effective} <time dateTime={messages.effectiveDate}>{calendarDay(messages.effectiveDate)}</time>
          </Muted>
        </Head>
        <Contents aria-label={messages.contents}>
          <Muted aria-hidden="true">{messages.contents}</Muted>
          <ol>
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <Anchor href={`#${id}`}>{name}</Anchor>
              </li>
            ))}
          </ol>
        </Contents>
        <Text>
          {sections.map(({ id, title: name, text }) => (
            <section key={id} id={id} ref={arriveAt} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{name}</h2>
              {text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
          <p>
            {messages.other} <PlainLink href={other.path}>{other.title}</PlainLink>
          </p>
        </Text>
      </Body>
    </Page>
  )
}

/** The browser looked for the anchor of the address before the page was there. */
function arriveAt(section: HTMLElement | null) {
  if (section !== null && location.hash === `#${section.id}`) section.scrollIntoView()
}

const Page = styled.div`
  max-width: 64rem;
  margin: 0 auto;
  padding: ${space[16]};
`

const Top = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  padding-bottom: ${space[16]};
`

const Body = styled.main`
  display: grid;
  grid-template: 'head head' auto 'contents text' 1fr / 16rem minmax(0, 1fr);
  gap: ${space[24]};
  padding: ${space[24]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;

  ${narrow} {
    grid-template: 'head' auto 'contents' auto 'text' 1fr / minmax(0, 1fr);
    padding: ${space[16]};
  }
`

const Head = styled.div`
  grid-area: head;
`

const Muted = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Contents = styled.nav`
  grid-area: contents;
  position: sticky;
  top: ${space[16]};
  align-self: start;

  ${narrow} {
    position: static;
  }
`

const Anchor = styled.a`
  display: block;
  padding: ${space[4]} 0;
  border-radius: ${radius.control};
  ${focusRing}
`

const Text = styled.div`
  display: grid;
  grid-area: text;
  gap: ${space[24]};
  max-width: 44rem;

  & > section {
    display: grid;
    gap: ${space[8]};
    scroll-margin-top: ${space[16]};
  }

  & h2 {
    font: ${font.section};
  }
`
