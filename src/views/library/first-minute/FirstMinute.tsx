import { useSelector } from '@xstate/react'
import { BookOpen, type LucideIcon, Play, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { type FirstMinuteActor, selectProgress } from '#src/machines/library/first-minute.machine.ts'
import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { tellShown } from '../../kit/first-shown.ts'
import { Monogram } from '../../kit/identity/Monogram.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { firstMinuteMessages as messages } from './first-minute.messages.ts'

/** Three ways to the first records. */
export function FirstMinute({ actor }: { readonly actor: FirstMinuteActor }) {
  const ways = useContextOf(actor, 'ways')
  const problem = useContextOf(actor, 'problem')
  const canRun = useCan(actor, { type: 'user.ranDemo' })
  const canRetry = useCan(actor, { type: 'user.retried' })
  const isLoading = useMatches(actor, 'loading')
  const progress = useSelector(actor, selectProgress)
  const said = isLoading ? messages.loading : progress === null ? '' : messages.demo.progress[progress]
  return (
    // What waits for the first page is loaded from here on.
    <Frame aria-label={messages.name} ref={tellShown}>
      <p>{messages.lead}</p>
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      <Card>
        <Way
          icon={Play}
          title={messages.demo.title}
          about={ways?.hasDemo === false ? messages.demo.none : messages.demo.about}
          action={
            <Button kind="primary" isBlocked={!canRun} onPress={() => actor.send({ type: 'user.ranDemo' })}>
              {messages.demo.run}
            </Button>
          }
        >
          <Hint role="status">{said}</Hint>
        </Way>
        <Way
          icon={BookOpen}
          title={messages.template.title}
          about={messages.template.about}
          action={
            <LinkButton $isQuiet href="/connector-library">
              {messages.template.browse}
            </LinkButton>
          }
        >
          <Chips>
            {(ways?.templates ?? []).map(({ _id, name }) => (
              <li key={_id}>
                <Chip href={`/connector-library/${_id}`}>
                  <Monogram name={name} />
                  {name}
                </Chip>
              </li>
            ))}
          </Chips>
        </Way>
        <Way
          icon={Plus}
          title={messages.own.title}
          about={messages.own.about}
          action={
            <LinkButton $isQuiet href="/start-integration/integration-profile">
              {messages.own.start}
            </LinkButton>
          }
        />
      </Card>
    </Frame>
  )
}

type WayProps = {
  readonly icon: LucideIcon
  readonly title: string
  readonly about: string
  readonly action: ReactNode
  readonly children?: ReactNode
}

function Way({ icon: Icon, title, about, action, children }: WayProps) {
  return (
    <Line>
      <Tile aria-hidden="true">
        <Icon />
      </Tile>
      <Words>
        <h2>{title}</h2>
        <p>{about}</p>
        {children}
      </Words>
      <Action>{action}</Action>
    </Line>
  )
}

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  max-width: 51rem;

  & > p {
    color: ${color['text.muted']};
  }
`

const Card = styled.div`
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Line = styled.section`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: ${space[16]};
  padding: 20px;

  & + & {
    border-top: 1px solid ${color['border.subtle']};
  }

  ${narrow} {
    grid-template-columns: auto minmax(0, 1fr);
  }
`

const Tile = styled.span`
  display: grid;
  place-items: center;
  width: 36px;
  height: 36px;
  border-radius: ${radius.control};
  background: ${color['neutral.subtle']};
  color: ${color['neutral.text']};

  & > svg {
    width: 16px;
    height: 16px;
  }
`

const Words = styled.div`
  min-width: 0;

  & > h2 {
    font: ${font.section};
  }

  & > p {
    color: ${color['text.muted']};
  }
`

const Action = styled.div`
  align-self: center;

  ${narrow} {
    grid-column: 2;
  }
`

const Chips = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  min-height: 28px;
  margin: ${space[12]} 0 0;
  padding: 0;
  list-style: none;
`

const Chip = styled(PlainLink)`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 28px;
  padding: 0 10px 0 6px;
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  color: ${color['text.default']};
  font: ${font.strong};
  text-decoration: none;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }
`
