/** Tables and pages that people keep, and data that is open to everybody. */
import { bearer, reading, readsFrom, writesTo, writing } from './define.ts'

const work = 'Work'
const open = 'Open data'

export const knowledge = [
  readsFrom(
    {
      id: 'airtable-records',
      name: 'Airtable records',
      description:
        'Records of one table. Needs a personal access token with the scope data.records:read. Its fields are those of the table.',
      category: work,
      tags: ['airtable', 'tables'],
      documentation: 'https://airtable.com/developers/web/api/list-records',
    },
    reading({
      url: 'https://api.airtable.com/v0/{{base}}/{{table}}',
      auth: bearer,
      list: 'records',
      paging: { type: 'cursor', limit: 'pageSize', at: 'offset', next: 'offset' },
    }),
    { id: 'string!', createdTime: 'date!', fields: 'object!' },
  ),
  writesTo(
    {
      id: 'notion-pages',
      name: 'Notion pages',
      description:
        'Adds one page per record to a database whose title is called Name. Needs the token of an integration that is connected to it.',
      category: work,
      tags: ['notion', 'pages'],
      documentation: 'https://developers.notion.com/reference/post-page',
    },
    writing({ url: 'https://api.notion.com/v1/pages', auth: bearer, headers: { 'notion-version': '2022-06-28' } }),
    { 'parent.database_id': 'string!', 'properties.Name.title[*].text.content': 'string!' },
  ),
  readsFrom(
    {
      id: 'notion-users',
      name: 'Notion users',
      description: 'People and bots of a Notion workspace. Needs the token of an integration that may read users.',
      category: work,
      tags: ['notion', 'users'],
      documentation: 'https://developers.notion.com/reference/get-users',
    },
    reading({
      url: 'https://api.notion.com/v1/users',
      auth: bearer,
      headers: { 'notion-version': '2022-06-28' },
      list: 'results',
      paging: { type: 'cursor', limit: 'page_size', at: 'start_cursor', next: 'next_cursor' },
    }),
    { id: 'string!', type: 'string', name: 'string', avatar_url: 'string', 'person.email': 'string' },
  ),
  readsFrom(
    {
      id: 'open-meteo-forecast',
      name: 'Open-Meteo forecast',
      description: 'The weather of one place, now and for the next days. It needs no account.',
      category: open,
      tags: ['weather'],
      documentation: 'https://open-meteo.com/en/docs',
    },
    reading({
      url: 'https://api.open-meteo.com/v1/forecast',
      queries: {
        latitude: '52.52',
        longitude: '13.41',
        current: 'temperature_2m,wind_speed_10m',
        daily: 'temperature_2m_max,temperature_2m_min,precipitation_sum',
        timezone: 'UTC',
      },
    }),
    {
      latitude: 'number!',
      longitude: 'number!',
      elevation: 'number!',
      timezone: 'string!',
      'current.time': 'date!',
      'current.temperature_2m': 'number!',
      'current.wind_speed_10m': 'number!',
      'daily.time[*]': 'date',
      'daily.temperature_2m_max[*]': 'number',
      'daily.temperature_2m_min[*]': 'number',
      'daily.precipitation_sum[*]': 'number',
    },
  ),
  readsFrom(
    {
      id: 'rest-countries',
      name: 'REST Countries',
      description: 'All countries with their names, codes, capitals and regions. It needs no account.',
      category: open,
      tags: ['countries', 'geography'],
      documentation: 'https://restcountries.com/',
    },
    reading({
      url: 'https://restcountries.com/v3.1/all',
      queries: { fields: 'name,cca2,cca3,capital,region,subregion,population,area' },
      list: '',
      size: 1_000,
    }),
    {
      'name.common': 'string!',
      'name.official': 'string!',
      cca2: 'string!',
      cca3: 'string!',
      'capital[*]': 'string',
      region: 'string!',
      subregion: 'string',
      population: 'integer!',
      area: 'number!',
    },
  ),
  readsFrom(
    {
      id: 'frankfurter-rates',
      name: 'Exchange rates of Frankfurter',
      description: 'The latest reference rates of the European Central Bank for one euro. It needs no account.',
      category: open,
      tags: ['currencies', 'finance'],
      documentation: 'https://frankfurter.dev/',
    },
    reading({ url: 'https://api.frankfurter.dev/v1/latest', queries: { base: 'EUR' } }),
    {
      base: 'string!',
      date: 'date!',
      'rates.USD': 'number',
      'rates.GBP': 'number',
      'rates.CHF': 'number',
      'rates.JPY': 'number',
    },
  ),
]
