/** Tables and pages that people keep, and data that is open to everybody. */
import { bearer, reading, readsFrom, writesTo, writing } from './define.ts'

const work = 'Work'
const open = 'Open data'

export const knowledge = [
  readsFrom(
    {
      id: 'airtable-records',
      name: 'Airtable records',
      description: 'Reads the records of one Airtable table.',
      category: work,
      tags: ['airtable', 'tables'],
      rights: ['Personal access token with the scope data.records:read'],
      documentation: 'https://airtable.com/developers/web/api/list-records',
    },
    reading({
      url: 'https://api.airtable.com/v0/{{base}}/{{table}}',
      auth: bearer,
      perSecond: 5,
      list: 'records',
      paging: { type: 'cursor', limit: 'pageSize', at: 'offset', next: 'offset' },
    }),
    { id: 'string!', createdTime: 'date!', fields: 'object!' },
  ),
  writesTo(
    {
      id: 'notion-pages',
      name: 'Notion pages',
      description: 'Adds one Notion page per record to a database.',
      category: work,
      tags: ['notion', 'pages'],
      rights: ['Integration token that is connected to the database', 'Database whose title property is called Name'],
      documentation: 'https://developers.notion.com/reference/post-page',
    },
    writing({
      url: 'https://api.notion.com/v1/pages',
      auth: bearer,
      headers: { 'notion-version': '2022-06-28' },
    }),
    { 'parent.database_id': 'string!', 'properties.Name.title[*].text.content': 'string!' },
  ),
  readsFrom(
    {
      id: 'notion-users',
      name: 'Notion users',
      description: 'Reads people and bots of your Notion workspace.',
      category: work,
      tags: ['notion', 'users'],
      rights: ['Integration token that can read users'],
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
      description: 'Reads the weather of one place, now and for the next days. No account needed.',
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
      description: 'Reads all countries with names, codes, capitals and regions. No account needed.',
      category: open,
      tags: ['countries', 'geography'],
      documentation: 'https://restcountries.com/',
    },
    reading({
      url: 'https://restcountries.com/v3.1/all',
      queries: { fields: 'name,cca2,cca3,capital,region,subregion,population,area' },
      list: '',
      key: 'cca3',
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
      description: 'Reads the latest European Central Bank rates for one euro. No account needed.',
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
