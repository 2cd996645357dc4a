import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Sample, TriedPaging } from '#contract/builder/probe.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { keyQuestionOf, proposedKeys, usualKeyOf } from '#contract/connectors/config/key-question.ts'
import type { IncrementalConfig } from '#contract/connectors/config/list-config.ts'
import { type Remainder, remainderOf } from '#contract/connectors/config/open-questions.ts'
import { hasDocuments, isUnknown, listsSeen, type SeenList, unanswered } from '#contract/connectors/config/seen-lists.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { selectIsProposable, selectProof, selectSettings } from '#src/machines/builder/lists/list-processing.machine.ts'
import { changeFieldIn, type ListSettings, settingsOf, withSettings } from '#src/machines/builder/lists/list-settings.ts'
import { isShapeOld, meantIn } from '#src/machines/builder/lists/meant-list.ts'
import { type PagingProposal as PagingProposalOf, proposalIn } from '#src/machines/builder/lists/paging-evidence.ts'
import { provedBy, requestOf } from '#src/machines/builder/lists/paging-proof.ts'
import { firstPageOnly } from '#src/machines/builder/lists/remainder.ts'
import { withItems } from '#src/machines/builder/lists/response-items.ts'
import {
  applyProvedPaging,
  listed,
  liveListProcessingMachine,
  livePagingMachine,
  liveProposedPagingMachine,
  restoreListProcessing,
  settingsAt,
} from '#src/services/builder/list-processing.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Choice } from '../../kit/controls/Choice.tsx'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { useHasTag } from '../../kit/use-snapshot.ts'
import type { StepProps } from '../draft/builder-step.ts'
import { Block } from '../systems/form-parts.tsx'
import { KeyChoice, UsualKey } from './KeyChoice.tsx'
import { ListCard } from './ListCard.tsx'
import { ListQuestion, UnknownAnswer } from './ListQuestion.tsx'
import { listProcessingMessages } from './list-processing.messages.ts'
import { PagingProposal, UsedPaging } from './PagingProposal.tsx'
import { TryPaging } from './TryPaging.tsx'

type ListProcessingProps = StepProps & {
  /** The newest answer of the source; null before one was asked for. */
  readonly sample: Sample | null
}

/** List processing of the source: whatever was found, it can be turned on; only rows of a table are records already. */
export function ListProcessingSection(props: ListProcessingProps) {
  const { source } = props.draft.config
  return hasDocuments(source) || source.isList === true ? <Listed {...props} /> : null
}

function Listed({ actor: builder, draft, sample: picked }: ListProcessingProps) {
  const sample = useMemo(() => (picked === null ? null : withItems(picked)), [picked])
  // What was kept counts for the first moment only.
  const actor = useMachine(() => liveListProcessingMachine(builder), [builder], restoreListProcessing(draft))
  const isWritable = useHasTag(builder, 'writable')
  const isPaged = useSelector(actor, (snapshot) => selectSettings(snapshot).config?.type === 'pagination')
  const lists = listsSeen(draft, sample)
  const open = unanswered(draft, sample)
  const turnOn = ({ path, items }: Pick<SeenList, 'path' | 'items'>) => actor.send({ type: 'user.turnedOn', path, items })
  const onOne = () =>
    builder.send({ type: 'user.changed', change: { config: { source: { ...draft.config.source, isList: false } } } })
  const remainder = remainderOf(draft)
  const meant = meantIn(lists, settingsOf(draft.config))
  const isProposable = useSelector(actor, selectIsProposable)
  const proof = useSelector(actor, selectProof)
  const { source } = draft.config
  const tested = provedBy(proof, source)
  const keys = keyQuestionOf(draft.config, draft.shapes)
  const proposal =
    sample === null ||
    meant.list === null ||
    isPaged ||
    !isProposable ||
    source.isList === false ||
    source.listConfig?.firstPageOnly
      ? null
      : proposalIn(sample, meant.list, source.url ?? '')
  const itemsOfList = meant.list?.items ?? []
  // The newest response has more records than the draft keeps of it.
  const records =
    sample !== null && itemsOfList.length > 0 ? itemsOfList : source.isList ? (draft.shapes.source?.examples ?? []) : []
  const usual = usualKeyOf(draft.config, draft.shapes, source.isList ? records : [])
  const question =
    open.length > 0 ? (
      <ListQuestion lists={open} onItems={turnOn} onOne={onOne} />
    ) : isUnknown(draft) ? (
      <UnknownAnswer onList={() => turnOn({ path: '', items: [] })} onOne={onOne} />
    ) : undefined
  return (
    <Block disabled={!isWritable}>
      <ListCard
        actor={actor}
        meant={open.length > 0 ? { ...meant, others: [] } : meant}
        lists={lists}
        isShapeOld={meant.list !== null && isShapeOld(meant.list, draft)}
        {...(question === undefined ? {} : { question })}
        proposal={
          proposal === null || meant.list === null ? null : (
            <Proposed
              // Tried once for what an answer says, and not again while the address is typed.
              key={JSON.stringify(proposal.facts)}
              {...{ draft, proposal }}
              list={meant.list}
              onProved={(tested, settings, tried) =>
                applyProvedPaging({ builder, list: actor, tested, settings, items: itemsOfList }, tried)
              }
              onUse={(settings, tried) => {
                const change = listed(draft, settings, itemsOfList)
                if (tried !== null)
                  actor.send({ type: 'user.accepted', proof: { request: requestOf(change.config.source), tried } })
                builder.send({ type: 'user.changed', change })
              }}
              onFirstOnly={() => builder.send({ type: 'user.changed', change: onlyFirstPage(draft, meant.path, itemsOfList) })}
              onOther={() => actor.send({ type: 'user.declined', path: meant.path, items: itemsOfList })}
            />
          )
        }
      >
        {remainder === null || proposal !== null ? null : (
          <RemainderChoice
            remainder={remainder}
            onPages={() => {
              actor.send({ type: 'user.opened' })
              actor.send({ type: 'user.chose', choice: { type: 'pagination' } })
            }}
            onPage={() =>
              builder.send({ type: 'user.changed', change: { config: { source: firstPageOnly(draft.config.source) } } })
            }
          />
        )}
        {keys === null || open.length > 0 || (keys.isOpen && draft.liveVersion !== null) ? null : (
          <KeyChoice
            question={keys}
            config={draft.config}
            onChange={(changed) => builder.send({ type: 'user.changed', change: { config: { source: changed } } })}
          />
        )}
        {usual === null || open.length > 0 ? null : (
          <UsualKey
            found={usual}
            proposed={proposedKeys(records)}
            source={source}
            onChange={(changed) => builder.send({ type: 'user.changed', change: { config: { source: changed } } })}
          />
        )}
        {source.isList !== true ? null : (
          <Reads
            incremental={source.listConfig?.incrementalConfig}
            field={changeFieldIn(records)}
            onChanges={(cursorPath) => {
              actor.send({ type: 'user.opened' })
              actor.send({ type: 'user.chose', choice: { changes: 'field' } })
              actor.send({ type: 'user.wrote', field: 'cursorPath', text: cursorPath })
            }}
          />
        )}
        {isPaged && tested !== null ? (
          <UsedPaging
            tried={tested}
            found={sample === null || meant.list === null ? null : proposalIn(sample, meant.list, source.url ?? '')}
            onChange={() => actor.send({ type: 'user.opened' })}
            onFirstOnly={() => builder.send({ type: 'user.changed', change: onlyFirstPage(draft, meant.path, itemsOfList) })}
          />
        ) : isPaged ? (
          <Paging
            key={requestOf(draft.config.source)}
            draft={draft}
            onFirstPage={(firstPage) =>
              builder.send({ type: 'user.changed', change: { config: { source: startingAt(draft.config.source, firstPage) } } })
            }
          />
        ) : null}
      </ListCard>
    </Block>
  )
}

type ReadsProps = {
  readonly incremental: IncrementalConfig | undefined
  /** Shows when a record changed; null where no field does. */
  readonly field: string | null
  readonly onChanges: (field: string) => void
}

/** Which records each run reads, and the offer to read only changes where a field shows them. */
function Reads({ incremental, field, onChanges }: ReadsProps) {
  const { reads } = listProcessingMessages
  if (incremental?.by === 'field') return <Hint>{reads.changes(incremental.cursorPath ?? '')}</Hint>
  if (incremental !== undefined) return <Hint>{reads.changesByTime}</Hint>
  if (field === null) return null
  return (
    <Row>
      <Hint>
        {reads.everything} {reads.offer(field)}
      </Hint>
      <Button onPress={() => onChanges(field)}>{reads.use}</Button>
    </Row>
  )
}

type ProposedProps = Pick<ListProcessingProps, 'draft'> & {
  readonly proposal: PagingProposalOf
  readonly list: SeenList
  /** The test leaves no doubt. @param tested the source with the paging as it was tested. */
  readonly onProved: (tested: SourceConfig, settings: ListSettings, tried: TriedPaging) => void
  readonly onUse: (settings: ListSettings, tried: TriedPaging | null) => void
  readonly onFirstOnly: () => void
  readonly onOther: () => void
}

/** Tries what is proposed as if it were set already, and uses it where nothing is doubtful. */
function Proposed({ draft, proposal, list, onProved, onUse, onFirstOnly, onOther }: ProposedProps) {
  const access = useAccess()
  const { connectorId, config } = draft
  const settings = useMemo(() => ({ isOn: true, path: list.path, config: proposal.config }), [list.path, proposal])
  const actor = useMachine(
    () => {
      const tested = withSettings(config, settings).source
      return liveProposedPagingMachine(access, { config: tested, connectorId }, (tried) => onProved(tested, settings, tried))
    },
    [access, config, settings, connectorId, onProved],
    {},
  )
  return (
    <PagingProposal
      actor={actor}
      proposal={proposal}
      onUse={(tried) => onUse(settingsAt(settings, tried), tried)}
      onFirstOnly={onFirstOnly}
      onOther={onOther}
    />
  )
}

/** Each item is a record, and the other pages are left out on purpose. */
function onlyFirstPage(draft: Draft, path: string, items: readonly unknown[]) {
  const change = listed(draft, { isOn: true, path, config: null }, items)
  return { ...change, config: { ...change.config, source: firstPageOnly(change.config.source) } }
}

type PagingProps = Pick<ListProcessingProps, 'draft'> & {
  readonly onFirstPage: (page: number) => void
}

function Paging({ draft, onFirstPage }: PagingProps) {
  const access = useAccess()
  const { connectorId, config } = draft
  const configured = config.source.listConfig?.paginationConfig?.firstPage ?? null
  return (
    <TryPaging
      actor={useMachine(
        () => livePagingMachine(access, () => ({ config: config.source, connectorId })),
        [access, config.source, connectorId],
        {},
      )}
      firstPage={{ configured, use: onFirstPage }}
    />
  )
}

function startingAt(source: SourceConfig, firstPage: number): SourceConfig {
  const { listConfig } = source
  if (!listConfig?.paginationConfig) return source
  return { ...source, listConfig: { ...listConfig, paginationConfig: { ...listConfig.paginationConfig, firstPage } } }
}

const messages = listProcessingMessages.remainder

type RemainderChoiceProps = {
  readonly remainder: Remainder
  readonly onPages: () => void
  readonly onPage: () => void
}

/** Asked where an answer declares more records than it holds and its pages are not followed. Without an answer the step is not complete. */
function RemainderChoice({ remainder: { said, isLeft }, onPages, onPage }: RemainderChoiceProps) {
  return (
    <Choice
      label={said === null ? messages.label : messages.question(said)}
      options={[
        { value: 'pages', ...messages.pages },
        { value: 'page', ...messages.page },
      ]}
      value={isLeft ? 'page' : null}
      onChoose={(choice) => (choice === 'pages' ? onPages() : onPage())}
    />
  )
}
