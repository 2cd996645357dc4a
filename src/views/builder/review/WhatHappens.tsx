import type { DryRun } from '#contract/builder/dry-run.ts'
import { addressOf } from '#contract/connectors/config/address.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { sentAgainText } from '#contract/connectors/config/delivery-keys.ts'
import { destinationsOf, firstRoute, withDestination } from '#contract/connectors/config/routes/routes.ts'
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import { senderOf } from '#contract/connectors/triggers/senders.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { emptyTargets, holdsRequired } from '#src/machines/builder/review/required.ts'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { Tight } from '../systems/form-parts.tsx'
import { reviewMessages as messages } from './review.messages.ts'
import { rhythmOf } from './rhythm-text.ts'
import { unmappedText } from './settings-text.ts'

type WhatHappensProps = {
  readonly draft: Draft
  /** Of the dry run on this page; null before there is one. */
  readonly trial: DryRun | null
  readonly isTrying?: boolean
  /** Of what is live its runs say more than a dry run. */
  readonly isLive?: boolean
  /** Leads to the mapping. */
  readonly mappingHref?: string
}

const senderNameOf = (hook: HookSettings | undefined) =>
  hook === undefined || hook.sender === 'other' ? messages.senders : senderOf(hook).name

/** What the connector will do, in a few sentences. */
export function WhatHappens({ draft, trial, isTrying = false, isLive = false, mappingHref }: WhatHappensProps) {
  const { source, destination, dataMapping, trigger, routes } = draft.config
  const destinations = destinationsOf(draft.config).map((it) => ({ ...it, name: it.name ?? nameOf(it.destination) }))
  const [first] = destinations
  const others = destinations.filter(({ id }) => id !== firstRoute)
  const ofFirst = (sentence: string) =>
    routes === undefined || first === undefined ? sentence : messages.ofDestination(first.name, sentence)
  const to = routes === undefined ? nameOf(destination) : messages.destinationNames(destinations.map(({ name }) => name))
  const from = trigger.type === 'webhook' ? senderNameOf(trigger.hook) : nameOf(source)
  const { required, filled } = holdsRequired(draft)
  const empty = emptyTargets(draft)
  const { only, each, group } = draft.config.records ?? {}
  const again = sentAgainText(draft.config)
  const mapped = empty.length === 0 ? messages.fieldsMapped(dataMapping.length) : messages.fieldsEmpty(dataMapping.length, empty)
  return (
    <Tight>
      <p>{messages.moves(rhythmOf(trigger), from, to)}</p>
      {routes === undefined ? null : <p>{messages.fits[routes.fit]}</p>}
      {only === undefined ? null : <p>{messages.filtered}</p>}
      {each === undefined ? null : <p>{messages.lined(each.path, each.empty)}</p>}
      {group === undefined ? null : <p>{messages.grouped(group.by)}</p>}
      {dataMapping.length > 0 ? (
        <p>{ofFirst(required === 0 ? mapped : `${mapped} ${messages.requiredMapped(filled, required)}`)}</p>
      ) : isLive ? (
        <p>{ofFirst(unmappedText(draft.config))}</p>
      ) : (
        <Banner
          tone="warning"
          fact={ofFirst(messages.unmapped.fact)}
          actions={
            mappingHref === undefined ? undefined : (
              <LinkButton $isQuiet href={mappingHref}>
                {messages.unmapped.map}
              </LinkButton>
            )
          }
        >
          {unmappedText(draft.config)}
        </Banner>
      )}
      {again === null ? null : <p>{ofFirst(again)}</p>}
      {others.map((it) => (
        <p key={it.id}>{messages.ofDestination(it.name, otherText(withDestination(draft.config, it)))}</p>
      ))}
      {isLive ? null : <p>{isTrying ? messages.trying : trialText(trial)}</p>}
    </Tight>
  )
}

/** What is said of a destination besides the first one. */
function otherText(config: ConnectorConfig): string {
  const { length } = config.dataMapping
  const mapped = length > 0 ? messages.fieldsMapped(length) : `${messages.unmapped.fact} ${unmappedText(config)}`
  const again = sentAgainText(config)
  return again === null ? mapped : `${mapped} ${again}`
}

function trialText(trial: DryRun | null): string {
  if (trial === null) return messages.notTried
  return trial.problem === null ? trial.message : messages.trialFailed
}

type Side = ConnectorConfig['source'] | ConnectorConfig['destination']

/** As the page of the connector calls it; a bare host with its port, so that two systems of one host are told apart. */
function nameOf(side: Side): string {
  const url = addressOf(side) ?? ''
  const name = systemNameOf({ url, type: side.type }) ?? messages.noAddress
  const { hostname, host } = URL.canParse(url) ? new URL(url) : { hostname: '', host: '' }
  return name === hostname ? host : name
}
