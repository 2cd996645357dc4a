import { useSelector } from '@xstate/react'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import styled, { keyframes } from 'styled-components'

import type { ListActor, Page } from '../../machines/list/list.machine.ts'
import {
  selectCanRefresh,
  selectCanRetry,
  selectIsBusy,
  selectPage,
  selectProblem,
  selectStage,
} from '../../machines/list/list.selectors.ts'
import { color, font, motion, radius, space, unseen } from '../../theme/theme.ts'
import { listWords as words } from '../../words/list.ts'
import { age } from '../../words/spans.ts'
import { Button } from './Button.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'
import { useNow } from './use-now.ts'

type ListFrameProps<Item> = {
  readonly actor: ListActor
  /** What is listed, in the plural: "connectors". */
  readonly name: string
  /** Drawn where the server answered that there is nothing. */
  readonly empty: ReactNode
  readonly children: (page: Page<Item>) => ReactNode
  /** Stands beside Refresh: search, filters. */
  readonly tools?: ReactNode
  /** Without tools: what is drawn is one thing of a page that has its own. */
  readonly isBare?: boolean
}

/** Draws a list in each of its states: loading, failed, empty, there, read again, and stale with its age. */
export function ListFrame<Item>({ actor, name, empty, children, tools, isBare = false }: ListFrameProps<Item>) {
  const stage = useSelector(actor, selectStage)
  const page = useSelector(actor, selectPage<Item>)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const canRetry = useSelector(actor, selectCanRetry)
  const canRefresh = useSelector(actor, selectCanRefresh)
  const retry = (
    <Button isBlocked={!canRetry} onPress={() => actor.send({ type: 'user.retried' })}>
      {words.retry}
    </Button>
  )

  return (
    <Frame aria-label={name} aria-busy={isBusy || stage === 'refreshing'}>
      {isBare ? null : (
        <Tools>
          {tools}
          <Turning $turns={stage === 'refreshing'}>
            <Button
              kind="quiet"
              label={words.refresh(name)}
              isBlocked={!canRefresh}
              onPress={() => actor.send({ type: 'user.refreshed' })}
            >
              <RefreshCw aria-hidden="true" />
            </Button>
          </Turning>
        </Tools>
      )}
      {stage === 'loading' ? <Skeleton name={name} /> : null}
      {problem === null ? null : <ProblemAlert problem={problem}>{retry}</ProblemAlert>}
      {problem === null || page === null ? null : <Age readAt={page.readAt} />}
      {page === null ? null : page.total === 0 ? empty : children(page)}
    </Frame>
  )
}

function Age({ readAt }: { readonly readAt: string }) {
  const now = useNow()
  return <Old>{words.age(age(now - Date.parse(readAt)))}</Old>
}

function Skeleton({ name }: { readonly name: string }) {
  return (
    <div role="status">
      <Words>{words.loading(name)}</Words>
      <Bones aria-hidden="true">
        <i />
        <i />
        <i />
      </Bones>
    </div>
  )
}

const appear = keyframes`
  from { opacity: 0; }
  to { opacity: 1; }
`

const turn = keyframes`
  to { transform: rotate(1turn); }
`

const Frame = styled.section`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: flex-end;
  gap: ${space[8]};
`

/** Reading again is too common to grey the button each time: its arrow turns. */
const Turning = styled.span<{ readonly $turns: boolean }>`
  display: inline-flex;

  & > button[aria-disabled='true'] {
    background: transparent;
    border-color: transparent;
    color: ${color['text.muted']};
  }

  & svg {
    animation: ${({ $turns }) => ($turns ? turn : 'none')} ${motion.turn} linear infinite;
  }
`

const Old = styled.p`
  color: ${color['text.muted']};
  font: ${font.strong};
`

const Words = styled.p`
  ${unseen}
`

const Bones = styled.div`
  display: grid;
  gap: ${space[8]};
  opacity: 0;
  animation: ${appear} ${motion.appear} 200ms forwards;

  & > i {
    height: 2.25rem;
    border-radius: ${radius.control};
    background: ${color['neutral.subtle']};
  }
`
