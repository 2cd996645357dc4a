import type { Template } from '#contract/library/template.ts'
import { Card, CardTitle, Hint, Row } from '../kit/layout/blocks.ts'
import { Chip } from '../kit/text/Chip.ts'
import { searchMessages } from './browse/search.messages.ts'
import { publisherOf, SystemPair } from './browse/TemplateCard.tsx'
import { Facts, Plain } from './lists.ts'
import { wordOfNeed } from './need.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.details

/** What a template is for, who made it, and where it was written from. */
export function AboutCard({ template }: { readonly template: Template }) {
  const { description, category, tags, documentation, source, destination, usedBy } = template
  return (
    <Card aria-label={messages.about}>
      <Row>
        <SystemPair source={source} destination={destination} isNamed />
      </Row>
      {description === '' ? null : <p>{description}</p>}
      <Row>
        {[category, ...tags]
          .filter((it) => it !== '')
          .map((it) => (
            <Chip key={it}>
              <bdi>{it}</bdi>
            </Chip>
          ))}
      </Row>
      <Hint>
        <bdi>{publisherOf(template)}</bdi>
      </Hint>
      {usedBy === 0 ? null : <Hint>{searchMessages.card.usedBy(usedBy)}</Hint>}
      {documentation === null || !/^https?:\/\//.test(documentation) ? null : (
        <p>
          <a href={documentation} rel="noreferrer">
            {messages.documentation}
          </a>
        </p>
      )}
    </Card>
  )
}

/** Whom it will talk to, before anything is made of it. */
export function HostsCard({ hosts }: Pick<Template, 'hosts'>) {
  return (
    <Card aria-label={messages.hosts}>
      <CardTitle>{messages.hosts}</CardTitle>
      <Hosts hosts={hosts} />
    </Card>
  )
}

function Hosts({ hosts }: Pick<Template, 'hosts'>) {
  if (hosts.length === 0) return <p>{messages.noHosts}</p>
  return (
    <>
      <Plain aria-label={messages.hosts}>
        {hosts.map((host) => (
          <li key={host}>
            <code>{host}</code>
          </li>
        ))}
      </Plain>
      <Hint>{messages.hostsText}</Hint>
    </>
  )
}

type Before = Pick<Template, 'needs' | 'hosts' | 'config'> & Partial<Pick<Template, 'rights'>>

/** Credentials, values, rights and hosts, before anything is made of it. */
export function BeforeCard({ needs, rights = [], hosts, config }: Before) {
  return (
    <Card aria-label={messages.before}>
      <CardTitle>{messages.before}</CardTitle>
      <Facts>
        <dt>{messages.needs}</dt>
        <dd>
          {needs.length === 0 ? (
            messages.noNeeds
          ) : (
            <Plain aria-label={messages.needs}>
              {needs.map((place) => (
                <li key={place}>{wordOfNeed(place, config)}</li>
              ))}
            </Plain>
          )}
        </dd>
        {rights.length === 0 ? null : (
          <>
            <dt>{messages.rights}</dt>
            <dd>
              <Plain aria-label={messages.rights}>
                {rights.map((right) => (
                  <li key={right}>{right}</li>
                ))}
              </Plain>
            </dd>
          </>
        )}
        <dt>{messages.hosts}</dt>
        <dd>
          <Hosts hosts={hosts} />
        </dd>
      </Facts>
    </Card>
  )
}
