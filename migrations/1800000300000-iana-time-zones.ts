import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Replaces the time zones of providers that are not in the IANA database. Node (ICU) accepts them, and the service stored them
 * before it refused them. A known alias becomes the zone that ICU reads it as; any other becomes null, the business's zone.
 */
export class IanaTimeZones1800000300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `update providers set timezone = (select zone from json_each_text($1) as known (alias, zone) where alias = upper(timezone))
       where upper(timezone) in (select json_object_keys($1))
         or timezone ilike 'SystemV/%'
         or timezone ~ '^[A-Za-z]{3}$' and not upper(timezone) = any ($2)`,
      [JSON.stringify(ALIASES), SHORT_NAMES],
    );
  }

  down(): Promise<void> {
    // The aliases are not restored: the clock of the provider shows the same time without them.
    return Promise.resolve();
  }
}

/** The three-letter names of the IANA database. */
const SHORT_NAMES = 'CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' ');

const ALIASES = {
  ACT: 'Australia/Darwin',
  AET: 'Australia/Sydney',
  AGT: 'America/Argentina/Buenos_Aires',
  ART: 'Africa/Cairo',
  AST: 'America/Anchorage',
  BET: 'America/Sao_Paulo',
  BST: 'Asia/Dhaka',
  CAT: 'Africa/Maputo',
  CNT: 'America/St_Johns',
  CST: 'America/Chicago',
  CTT: 'Asia/Shanghai',
  EAT: 'Africa/Nairobi',
  ECT: 'Europe/Paris',
  IET: 'America/Indiana/Indianapolis',
  IST: 'Asia/Kolkata',
  JST: 'Asia/Tokyo',
  MIT: 'Pacific/Apia',
  NET: 'Asia/Yerevan',
  NST: 'Pacific/Auckland',
  PLT: 'Asia/Karachi',
  PNT: 'America/Phoenix',
  PRT: 'America/Puerto_Rico',
  PST: 'America/Los_Angeles',
  SST: 'Pacific/Guadalcanal',
  VST: 'Asia/Ho_Chi_Minh',
  'CANADA/EAST-SASKATCHEWAN': 'America/Regina',
  'US/PACIFIC-NEW': 'America/Los_Angeles',
  'SYSTEMV/AST4': 'Etc/GMT+4',
  'SYSTEMV/AST4ADT': 'America/Halifax',
  'SYSTEMV/CST6': 'Etc/GMT+6',
  'SYSTEMV/CST6CDT': 'America/Chicago',
  'SYSTEMV/EST5': 'Etc/GMT+5',
  'SYSTEMV/EST5EDT': 'America/New_York',
  'SYSTEMV/HST10': 'Pacific/Honolulu',
  'SYSTEMV/MST7': 'Etc/GMT+7',
  'SYSTEMV/MST7MDT': 'America/Denver',
  'SYSTEMV/PST8': 'Etc/GMT+8',
  'SYSTEMV/PST8PDT': 'America/Los_Angeles',
  'SYSTEMV/YST9': 'Etc/GMT+9',
  'SYSTEMV/YST9YDT': 'America/Anchorage',
} as const;
