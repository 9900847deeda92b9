CREATE TABLE `type_shelves` (
	`type_id` text NOT NULL,
	`chunk` integer NOT NULL,
	`rows` text NOT NULL,
	PRIMARY KEY(`type_id`, `chunk`)
);
