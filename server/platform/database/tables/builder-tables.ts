/** The rows of what is kept while a connector is built, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'
import type { Audience } from '#contract/library/enterprise-limits.ts'
import type { PublicationStatus } from '#contract/library/publication.lifecycle.ts'

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

type TemplateColumns = {
  status: Generated<PublicationStatus>
  status_since: Now
  declined_reason: string | null
  submitted_by: string | null
  audience: Generated<Audience>
  id: string
  company_id: string
  author_id: string
  name: string
  description: string
  category: string
  tags: Json<unknown>
  config: Json<unknown>
  shapes: Json<unknown>
  hosts: Json<unknown>
  source_system: string | null
  destination_system: string | null
  systems_known: Generated<boolean>
  found_by: string
  revision: Generated<number>
  created_at: Now
  updated_at: Now
}

export type BuilderTables = {
  draft_shapes: {
    company_id: string
    connector_id: string
    side: 'source' | 'destination' | 'enrichment'
    lookup_id: Generated<string>
    shape: Json<unknown>
    updated_at: Now
  }
  template_audience: { template_id: string; company_id: string }
  template_versions: { template_id: string; revision: number; config: Json<unknown>; created_at: Now }
  template_uses: {
    connector_id: string
    company_id: string
    template_id: string
    revision: number
    kept_revision: number | null
    told_revision: number | null
    created_at: Now
  }
  templates: TemplateColumns
  /** A view. */
  offered_templates: TemplateColumns & { is_earlier: boolean }
  approved_templates: Pick<
    TemplateColumns,
    | 'name'
    | 'description'
    | 'category'
    | 'tags'
    | 'config'
    | 'shapes'
    | 'hosts'
    | 'source_system'
    | 'destination_system'
    | 'found_by'
    | 'revision'
    | 'updated_at'
  > & { template_id: string }
}
