import { useSelector } from '@xstate/react'
import { lazy } from 'react'
import styled from 'styled-components'
import { faqEntries, firstQuestions } from '#contract/help/faq.ts'
import type { Helpfulness } from '#contract/help/help.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { selectPage } from '../../machines/kit/list.machine.ts'
import { askAssistant } from '../../services/assistant/questions.service.ts'
import { countTopic, shareMachine } from '../../services/help/help.actors.ts'
import { liveHelpSearchMachine } from '../../services/help/help-search.actors.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { LazySection } from '../kit/LazySection.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { SectionHeader } from '../kit/layout/SectionHeader.tsx'
import { usePlace } from '../kit/use-place.ts'
import { HelpBanner } from './HelpBanner.tsx'
import { helpMessages as messages } from './help.messages.ts'
import { Question } from './Question.tsx'
import { QuickTopics } from './QuickTopics.tsx'
import { ShareText } from './ShareText.tsx'
import { SupportSection } from './SupportSection.tsx'

/** Every article is a lot of text: it comes after the page. */
const AllArticles = lazy(async () => ({ default: (await import('./AllArticles.tsx')).AllArticles }))

type HelpCenterRouteProps = { readonly firstName: string; readonly title: string }

/** Where help begins: the banner, three topics, three questions, support, and every article. What is asked stands in the address. */
export function HelpCenterRoute({ firstName, title }: HelpCenterRouteProps) {
  const access = useAccess()
  const { read, move } = usePlace()
  const search = useMachine(() => liveHelpSearchMachine(access), [access], { question: read('q') ?? '' })
  const write = (question: string) => {
    search.send({ type: 'user.wrote', question })
    move({ q: question }, true)
  }
  return (
    <PageFrame title={title}>
      <HelpBanner
        actor={search}
        firstName={firstName}
        onWrite={write}
        action={
          <Button kind="primary" onPress={() => askAssistant(read('q') ?? '')}>
            {messages.banner.ask}
          </Button>
        }
      >
        <ShareSection />
      </HelpBanner>
      <section aria-label={messages.topics}>
        <SectionHeader title={messages.topics} />
        <QuickTopics onOpen={(topic) => countTopic(access, topic)} onAsk={askAssistant} />
      </section>
      <section aria-label={messages.faq.title}>
        <SectionHeader title={messages.faq.title} right={<PlainLink href="/faq">{messages.faq.all}</PlainLink>} />
        {firstQuestions.map((id) => {
          const entry = faqEntries.find((each) => each.id === id)
          return entry === undefined ? null : <Question key={id} of={entry} />
        })}
      </section>
      <SupportSection />
      <Last aria-label={messages.articles}>
        <SectionHeader
          title={messages.articles}
          right={<PlainLink href={articleHref('setting-api-documentation')}>{messages.apiDocumentation}</PlainLink>}
        />
        <LazySection>
          <AllArticles />
        </LazySection>
      </Last>
    </PageFrame>
  )
}

const Last = styled.section`
  min-width: 0;
`

/** How many questions were solved here; nothing as long as too few people answered, or where it cannot be read. */
function ShareSection() {
  const access = useAccess()
  const actor = useMachine(() => shareMachine(access), [access], { query: {} })
  const share = useSelector(actor, selectPage<Helpfulness>)?.items[0]?.share ?? null
  return share === null ? null : <ShareText share={share} />
}
