/** What a run found out: the JSON file. Times are in ms unless their name says otherwise. */
export interface Report {
  readonly at: string;
  readonly machine: Machine;
  readonly settings: RunSettings;
  /** Small ones first. */
  readonly datasets: readonly DatasetReport[];
  readonly goals: readonly Judgement[];
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: string;
  /** Average number of processes that wanted to run in the minute before: others' work, above all. */
  readonly loadBefore: number;
}

export interface RunSettings {
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly service: Readonly<Record<string, string>>;
}

export interface DatasetReport {
  readonly appointments: number;
  /** The Monday that the data lie around. */
  readonly anchor: string;
  /** Undefined when the folder was filled before. */
  readonly fillSeconds?: number | undefined;
  /** Of each start over the filled database. */
  readonly startUp: readonly number[];
  /** Of the service, ten seconds after it was ready; undefined where it cannot be told. */
  readonly idleMb?: number | undefined;
  /** How often all appointments or all customers were read while the operations were driven. */
  readonly sequentialScans: number;
  readonly operations: readonly OperationReport[];
}

/** Medians over the rounds. */
export interface OperationReport {
  readonly name: string;
  readonly title: string;
  readonly connections: number;
  readonly service: Load & Cost;
  /** Of the same questions; undefined when they have no floor of their own. */
  readonly floor?: Load | undefined;
  /** Time per request, in times of the floor's: its own, or else that of GET by id. */
  readonly ratio?: number | undefined;
  /** Rounds whose answers were not what they should be, in words. */
  readonly wrong: readonly string[];
}

export interface Load {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
}

/** Per request. */
export interface Cost {
  /** In PostgreSQL's executor. */
  readonly databaseMs: number;
  /** In its planner. */
  readonly planningMs: number;
  readonly roundTrips: number;
  /** Processor time of the service alone; undefined where it cannot be told. */
  readonly processorMs?: number | undefined;
}

export interface Judgement {
  readonly goal: string;
  /** The most (or, for bookings, the least) that is asked for. */
  readonly limit: number;
  readonly isAtLeast: boolean;
  readonly unit: string;
  /** Undefined when the run did not measure it. */
  readonly measured?: number | undefined;
  readonly isMet?: boolean | undefined;
}
