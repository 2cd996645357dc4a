import { problem } from '#contract/kit/problem.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner, type BannerTone } from '../../kit/feedback/Banner.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Skeleton } from '../../kit/feedback/Skeleton.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { type DotLook, StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { Person } from '../../kit/identity/Avatar.tsx'
import { Systems } from '../../kit/identity/Monogram.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Stat, StatStrip } from '../../kit/layout/Stats.tsx'
import { Chip } from '../../kit/text/Chip.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { Example } from './Example.tsx'
import { kitMessages as messages } from './kit.messages.ts'

const nothing = () => {}
const dots = Object.entries(messages.dots) as [DotLook, string][]
const banners: readonly (readonly [BannerTone, string])[] = [
  ['warning', messages.late],
  ['info', messages.maintenance],
  ['success', messages.ended],
]
const [shop = '', crm = '', payments = '', warehouse = ''] = messages.systems

/** What says how something is, and who it is. */
export function FeedbackExamples() {
  return (
    <>
      <Example title={messages.sections.status}>
        <Row>
          {dots.map(([look, word]) => (
            <StatusDot key={look} look={look}>
              {word}
            </StatusDot>
          ))}
          <StatusPill look="good" word={messages.pills.good} />
          <StatusPill look="bad" word={messages.pills.bad} />
          <Chip>{messages.chip}</Chip>
        </Row>
        <Row>
          <Person name={messages.person} isOwn note={<Chip>{messages.you}</Chip>} />
          <Systems source={{ name: shop }} destination={{ name: crm }} />
          <Systems source={{ name: payments }} destination={{ name: warehouse }} />
        </Row>
      </Example>
      <Example title={messages.sections.feedback}>
        <Banner
          tone="danger"
          fact={messages.rejected}
          actions={
            <>
              <Button onPress={nothing}>{messages.review}</Button>
              <Button kind="primary" onPress={nothing}>
                {messages.retry}
              </Button>
            </>
          }
        >
          {messages.reason}
        </Banner>
        {banners.map(([tone, fact]) => (
          <Banner key={tone} tone={tone} fact={fact} />
        ))}
        <ProblemAlert problem={problem('net/unreachable')}>
          <Button onPress={nothing}>{messages.retry}</Button>
        </ProblemAlert>
        <EmptyState title={messages.nothing}>
          <p>{messages.nothingMore}</p>
        </EmptyState>
        <Skeleton label={messages.loading} heights={['2.5rem', '2.5rem', '2.5rem']} />
        <Spinner label={messages.waiting} />
      </Example>
      <Example title={messages.sections.figures}>
        <StatStrip>
          <Stat label={messages.figures.active} value="10" unit={messages.ofAll} />
          <Stat label={messages.figures.records} value="47,809" note={messages.delivered} />
          <Stat label={messages.figures.failed} value="89" note={messages.share} href="/kit" />
        </StatStrip>
        <KeyValue of={messages.facts.map(([key = '', value = '']) => [key, value] as const)} />
      </Example>
      <Example title={messages.sections.settings}>
        <SettingsCard
          title={messages.card.title}
          sub={messages.card.sub}
          footer={
            <>
              <span>{messages.card.state}</span>
              <Button kind="primary" isBlocked onPress={nothing}>
                {messages.card.save}
              </Button>
            </>
          }
        >
          <KeyValue of={[[messages.readOnly, messages.company]]} />
        </SettingsCard>
      </Example>
    </>
  )
}
