PRAGMA application_id = 1195920452;
PRAGMA user_version = 9;
BEGIN TRANSACTION;
CREATE TABLE address (
    person INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    often TEXT NOT NULL,
    told TEXT NOT NULL
);
INSERT INTO "address" VALUES(2,'mail','boris@example.org','turn','');
CREATE TABLE answer (
    match TEXT NOT NULL REFERENCES proposal (match) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    yes INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
INSERT INTO "answer" VALUES('r7f7',1,1);
CREATE TABLE awaited (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    since TEXT NOT NULL,
    tries INTEGER NOT NULL,
    again TEXT NOT NULL,
    told INTEGER NOT NULL, moved TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
INSERT INTO "awaited" VALUES('p3f5',1,'2026-05-01T13:23:46.000Z',0,'',0,'');
INSERT INTO "awaited" VALUES('r7f7',1,'2026-05-01T12:11:33.000Z',0,'',0,'');
INSERT INTO "awaited" VALUES('t3g4',2,'2026-05-01T12:46:19.000Z',0,'',0,'');
INSERT INTO "awaited" VALUES('t8w2',2,'2026-05-01T12:26:43.000Z',0,'',0,'2026-05-01T12:27:25.000Z');
INSERT INTO "awaited" VALUES('y5w8',1,'2026-05-01T12:34:46.000Z',0,'',0,'');
INSERT INTO "awaited" VALUES('y8d5',1,'2026-05-01T12:59:30.000Z',0,'',0,'');
CREATE TABLE beforehand (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    known TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (match, seat, known)
) WITHOUT ROWID;
INSERT INTO "beforehand" VALUES('y8d5',1,'no trade without the cards',2);
INSERT INTO "beforehand" VALUES('t8w2',2,'refuse',4);
CREATE TABLE best (
    match TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    data TEXT NOT NULL,
    name TEXT NOT NULL,
    total INTEGER NOT NULL,
    finished TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "best" VALUES('c7k3','era','{}','{}','Solo',4,'2026-05-01T13:52:49+00:00');
CREATE TABLE claim (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    program TEXT NOT NULL,
    until TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE ear (
    host TEXT NOT NULL REFERENCES host (id) ON DELETE CASCADE,
    topic TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (host, topic)
) WITHOUT ROWID;
CREATE TABLE ending (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    at TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "ending" VALUES('j6g2','conceded',0,'2026-05-01T13:20:09.000Z');
CREATE TABLE errand (
    id TEXT PRIMARY KEY,
    host TEXT NOT NULL REFERENCES host (id) ON DELETE CASCADE,
    request TEXT NOT NULL,
    asked TEXT NOT NULL,
    answer TEXT
) WITHOUT ROWID;
CREATE TABLE event (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    at TEXT,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
INSERT INTO "event" VALUES('c7k3',1,'{"n":1,"seat":0,"step":"PlaceKit","pick":["longhouse","A1",0]}','2026-05-01T13:34:09.000Z');
INSERT INTO "event" VALUES('c7k3',2,'{"n":2,"seat":0,"step":"PlaceKit","pick":["farm","B1",180]}','2026-05-01T13:34:30.000Z');
INSERT INTO "event" VALUES('c7k3',3,'{"n":3,"seat":0,"step":"PlaceKit","pick":["wall_4","J10",0]}','2026-05-01T13:34:51.000Z');
INSERT INTO "event" VALUES('c7k3',4,'{"n":4,"seat":0,"step":"PlaceKit","pick":["wall_4","J7",0]}','2026-05-01T13:35:12.000Z');
INSERT INTO "event" VALUES('c7k3',5,'{"n":5,"seat":0,"step":"PlaceKit","pick":["scorched_area","M8",0]}','2026-05-01T13:35:33.000Z');
INSERT INTO "event" VALUES('c7k3',6,'{"n":6,"seat":0,"step":"PlaceKit","pick":["wall_4","D1",0]}','2026-05-01T13:35:54.000Z');
INSERT INTO "event" VALUES('c7k3',7,'{"n":7,"seat":0,"step":"PlaceKit","pick":["scorched_area","F3",0]}','2026-05-01T13:36:15.000Z');
INSERT INTO "event" VALUES('c7k3',8,'{"n":8,"seat":0,"step":"PlaceKit","pick":["scorched_area","H1",0]}','2026-05-01T13:36:36.000Z');
INSERT INTO "event" VALUES('c7k3',9,'{"n":9,"seat":0,"step":"PlaceKit","pick":["longhouse","H5",90]}','2026-05-01T13:36:57.000Z');
INSERT INTO "event" VALUES('c7k3',10,'{"n":10,"seat":0,"step":"PlaceKit","pick":["longhouse","B4",0]}','2026-05-01T13:37:18.000Z');
INSERT INTO "event" VALUES('c7k3',11,'{"n":11,"seat":0,"step":"PlaceKit","pick":["ready"]}','2026-05-01T13:37:39.000Z');
INSERT INTO "event" VALUES('c7k3',12,'{"n":12,"step":"RollDice","chance":[[],[[0,"p_food2_or_stone1"],[1,"p_stone2"],[2,"p_food2_or_stone1"],[3,"n_sword2"]]],"digest":"4a27ef43d4872c55"}','2026-05-01T13:37:46.000Z');
INSERT INTO "event" VALUES('c7k3',13,'{"n":13,"seat":0,"step":"ChooseDice","pick":[0,3]}','2026-05-01T13:38:07.000Z');
INSERT INTO "event" VALUES('c7k3',14,'{"n":14,"step":"RollDice","chance":[[],[[0,"p_wood3"],[3,"n_sword1"]]]}','2026-05-01T13:38:14.000Z');
INSERT INTO "event" VALUES('c7k3',15,'{"n":15,"seat":0,"step":"ChooseDice","pick":[0,3]}','2026-05-01T13:38:35.000Z');
INSERT INTO "event" VALUES('c7k3',16,'{"n":16,"step":"RollDice","chance":[[],[[0,"p_wood1_hammer1_skull"],[3,"n_goods2_skull"]]]}','2026-05-01T13:38:42.000Z');
INSERT INTO "event" VALUES('c7k3',17,'{"n":17,"step":"PhilipRoll","chance":["n_sword3","n_goods2_skull","p_wood1_hammer1_skull"],"digest":"f5e9bcc24c59a807"}','2026-05-01T13:38:49.000Z');
INSERT INTO "event" VALUES('c7k3',18,'{"n":18,"seat":0,"step":"ChooseGain","pick":1,"digest":"9557edc6e9db6cf9"}','2026-05-01T13:39:10.000Z');
INSERT INTO "event" VALUES('c7k3',19,'{"n":19,"seat":0,"step":"BuildStructure","pick":["wall_6","E7",90],"digest":"17c1e9390c4a4341"}','2026-05-01T13:39:31.000Z');
INSERT INTO "event" VALUES('c7k3',20,'{"n":20,"seat":0,"step":"AnswerPhilip","pick":"refuse"}','2026-05-01T13:39:52.000Z');
INSERT INTO "event" VALUES('c7k3',21,'{"n":21,"step":"RollDice","chance":[[],[[0,"p_hammer2"],[1,"p_wood3"],[2,"p_wood3"],[3,"n_sword2"]]],"digest":"9c33498a369f0d26"}','2026-05-01T13:39:59.000Z');
INSERT INTO "event" VALUES('c7k3',22,'{"n":22,"seat":0,"step":"ChooseDice","pick":[0,1,2]}','2026-05-01T13:40:20.000Z');
INSERT INTO "event" VALUES('c7k3',23,'{"n":23,"step":"RollDice","chance":[[],[[0,"p_food3"],[1,"p_food2_or_stone1"],[2,"p_stone2"]]]}','2026-05-01T13:40:27.000Z');
INSERT INTO "event" VALUES('c7k3',24,'{"n":24,"seat":0,"step":"ChooseDice","pick":[0,1,2,3]}','2026-05-01T13:40:48.000Z');
INSERT INTO "event" VALUES('c7k3',25,'{"n":25,"step":"RollDice","chance":[[],[[0,"p_food3"],[1,"p_wood3"],[2,"p_stone2"],[3,"n_goods2_skull"]]]}','2026-05-01T13:40:55.000Z');
INSERT INTO "event" VALUES('c7k3',26,'{"n":26,"step":"PhilipRoll","chance":["n_sword1","n_shield4","p_food2_or_stone1"],"digest":"8da019649a4c0186"}','2026-05-01T13:41:02.000Z');
INSERT INTO "event" VALUES('c7k3',27,'{"n":27,"seat":0,"step":"ChooseLoss","pick":"stone","digest":"940a6f3f840f6715"}','2026-05-01T13:41:23.000Z');
INSERT INTO "event" VALUES('c7k3',28,'{"n":28,"seat":0,"step":"AnswerPhilip","pick":"refuse"}','2026-05-01T13:41:44.000Z');
INSERT INTO "event" VALUES('c7k3',29,'{"n":29,"step":"RollDice","chance":[[],[[0,"p_wood3"],[1,"p_stone2"],[2,"p_wood3"],[3,"n_sword2"]]],"digest":"4014405c31d6b67d"}','2026-05-01T13:41:51.000Z');
INSERT INTO "event" VALUES('c7k3',30,'{"n":30,"seat":0,"step":"ChooseDice","pick":[0,1]}','2026-05-01T13:42:12.000Z');
INSERT INTO "event" VALUES('c7k3',31,'{"n":31,"step":"RollDice","chance":[[],[[0,"p_food3"],[1,"p_food3"]]]}','2026-05-01T13:42:19.000Z');
INSERT INTO "event" VALUES('c7k3',32,'{"n":32,"seat":0,"step":"ChooseDice","pick":[0,2]}','2026-05-01T13:42:40.000Z');
INSERT INTO "event" VALUES('c7k3',33,'{"n":33,"step":"RollDice","chance":[[],[[0,"p_food3"],[2,"p_hammer2"]]]}','2026-05-01T13:42:47.000Z');
INSERT INTO "event" VALUES('c7k3',34,'{"n":34,"step":"PhilipRoll","chance":["n_shield4","n_goods1","p_stone2"],"digest":"bdd9c59d011e2aee"}','2026-05-01T13:42:54.000Z');
INSERT INTO "event" VALUES('c7k3',35,'{"n":35,"seat":0,"step":"BuildStructure","pick":["farm","K5",270]}','2026-05-01T13:43:15.000Z');
INSERT INTO "event" VALUES('c7k3',36,'{"n":36,"seat":0,"step":"BuildStructure","pick":["church","J1",0]}','2026-05-01T13:43:36.000Z');
INSERT INTO "event" VALUES('c7k3',37,'{"n":37,"step":"RollDice","chance":[[],[[0,"p_food2_or_stone1"],[1,"p_food2_or_stone1"],[2,"p_hammer2"],[3,"n_shield4"],[4,"c_stone1_or_wood2"]]],"digest":"ac82d4c731f5dea9"}','2026-05-01T13:43:43.000Z');
INSERT INTO "event" VALUES('c7k3',38,'{"n":38,"seat":0,"step":"ChooseDice","pick":[1,2]}','2026-05-01T13:44:04.000Z');
INSERT INTO "event" VALUES('c7k3',39,'{"n":39,"step":"RollDice","chance":[[],[[1,"p_food3"],[2,"p_stone2"]]]}','2026-05-01T13:44:11.000Z');
INSERT INTO "event" VALUES('c7k3',40,'{"n":40,"seat":0,"step":"ChooseDice","pick":[0,1,3,4]}','2026-05-01T13:44:32.000Z');
INSERT INTO "event" VALUES('c7k3',41,'{"n":41,"step":"RollDice","chance":[[],[[0,"p_wood1_hammer1_skull"],[1,"p_food3"],[3,"n_sword3"],[4,"c_culture1"]]]}','2026-05-01T13:44:39.000Z');
INSERT INTO "event" VALUES('c7k3',42,'{"n":42,"step":"PhilipRoll","chance":["n_goods2_skull","n_sword1","p_hammer2"],"digest":"7ddde8f61bdecd82"}','2026-05-01T13:44:46.000Z');
INSERT INTO "event" VALUES('c7k3',43,'{"n":43,"seat":0,"step":"ChooseLoss","pick":"disaster","digest":"0a44fce02d275b34"}','2026-05-01T13:45:07.000Z');
INSERT INTO "event" VALUES('c7k3',44,'{"n":44,"seat":0,"step":"BuildStructure","pick":["wall_4","J11",0],"digest":"600fdf46ce965a57"}','2026-05-01T13:45:28.000Z');
INSERT INTO "event" VALUES('c7k3',45,'{"n":45,"seat":0,"step":"TakeFromPhilip","pick":"decline"}','2026-05-01T13:45:49.000Z');
INSERT INTO "event" VALUES('c7k3',46,'{"n":46,"step":"RollDice","chance":[[],[[0,"p_food2_or_stone1"],[1,"p_stone2"],[2,"p_wood3"],[3,"n_sword1"],[4,"c_stone1_or_wood2"]]],"digest":"d8e3d0a15f28c08f"}','2026-05-01T13:45:56.000Z');
INSERT INTO "event" VALUES('c7k3',47,'{"n":47,"seat":0,"step":"ChooseDice","pick":[1,3,4]}','2026-05-01T13:46:17.000Z');
INSERT INTO "event" VALUES('c7k3',48,'{"n":48,"step":"RollDice","chance":[[],[[1,"p_wood3"],[3,"n_sword2"],[4,"c_food2"]]]}','2026-05-01T13:46:24.000Z');
INSERT INTO "event" VALUES('c7k3',49,'{"n":49,"seat":0,"step":"ChooseDice","pick":[0,3,4]}','2026-05-01T13:46:45.000Z');
INSERT INTO "event" VALUES('c7k3',50,'{"n":50,"step":"RollDice","chance":[[],[[0,"p_food3"],[3,"n_sword3"],[4,"c_food2"]]]}','2026-05-01T13:46:52.000Z');
INSERT INTO "event" VALUES('c7k3',51,'{"n":51,"step":"PhilipRoll","chance":["n_shield4","n_sword2","p_stone2"]}','2026-05-01T13:46:59.000Z');
INSERT INTO "event" VALUES('c7k3',52,'{"n":52,"step":"RollDice","chance":[[],[[0,"p_wood3"],[1,"p_stone2"],[2,"p_food3"],[3,"n_sword2"],[4,"c_food2"]]],"digest":"d107932c2785e20e"}','2026-05-01T13:47:06.000Z');
INSERT INTO "event" VALUES('c7k3',53,'{"n":53,"seat":0,"step":"ChooseDice","pick":[1,2,4]}','2026-05-01T13:47:27.000Z');
INSERT INTO "event" VALUES('c7k3',54,'{"n":54,"step":"RollDice","chance":[[],[[1,"p_stone2"],[2,"p_stone2"],[4,"c_stone1_or_wood2"]]]}','2026-05-01T13:47:34.000Z');
INSERT INTO "event" VALUES('c7k3',55,'{"n":55,"seat":0,"step":"ChooseDice","pick":[0,1,2,4]}','2026-05-01T13:47:55.000Z');
INSERT INTO "event" VALUES('c7k3',56,'{"n":56,"step":"RollDice","chance":[[],[[0,"p_stone2"],[1,"p_food3"],[2,"p_wood3"],[4,"c_food2"]]]}','2026-05-01T13:48:02.000Z');
INSERT INTO "event" VALUES('c7k3',57,'{"n":57,"step":"PhilipRoll","chance":["n_sword2","n_sword3","p_stone2"],"digest":"99a229d25ea68190"}','2026-05-01T13:48:09.000Z');
INSERT INTO "event" VALUES('c7k3',58,'{"n":58,"seat":0,"step":"AnswerPhilip","pick":"refuse"}','2026-05-01T13:48:30.000Z');
INSERT INTO "event" VALUES('c7k3',59,'{"n":59,"step":"RollDice","chance":[[],[[0,"p_food2_or_stone1"],[1,"p_stone2"],[2,"p_food3"],[3,"n_shield4"],[4,"c_feather_a"]]],"digest":"2605e0b9c1430550"}','2026-05-01T13:48:37.000Z');
INSERT INTO "event" VALUES('c7k3',60,'{"n":60,"seat":0,"step":"ChooseDice","pick":[0,2,3]}','2026-05-01T13:48:58.000Z');
INSERT INTO "event" VALUES('c7k3',61,'{"n":61,"step":"RollDice","chance":[[[3,"n_goods2_skull"]],[[0,"p_food2_or_stone1"],[2,"p_food2_or_stone1"]]]}','2026-05-01T13:49:05.000Z');
INSERT INTO "event" VALUES('c7k3',62,'{"n":62,"seat":0,"step":"ChooseDice","pick":[1,2]}','2026-05-01T13:49:26.000Z');
INSERT INTO "event" VALUES('c7k3',63,'{"n":63,"step":"RollDice","chance":[[],[[1,"p_wood1_hammer1_skull"],[2,"p_stone2"]]]}','2026-05-01T13:49:33.000Z');
INSERT INTO "event" VALUES('c7k3',64,'{"n":64,"step":"PhilipRoll","chance":["n_sword3","n_goods2_skull","p_wood1_hammer1_skull"],"digest":"d69c9b8fcd3716af"}','2026-05-01T13:49:40.000Z');
INSERT INTO "event" VALUES('c7k3',65,'{"n":65,"seat":0,"step":"RollFeather","pick":[4,"alone"]}','2026-05-01T13:50:01.000Z');
INSERT INTO "event" VALUES('c7k3',66,'{"n":66,"step":"FeatherRoll","chance":["c_food2"],"digest":"22b8671ea0042a78"}','2026-05-01T13:50:08.000Z');
INSERT INTO "event" VALUES('c7k3',67,'{"n":67,"seat":0,"step":"ChooseGain","pick":2,"digest":"794250b188f42675"}','2026-05-01T13:50:29.000Z');
INSERT INTO "event" VALUES('c7k3',68,'{"n":68,"seat":0,"step":"BuildStructure","pick":["church","B7",180],"digest":"b5b5305ced92517d"}','2026-05-01T13:50:50.000Z');
INSERT INTO "event" VALUES('c7k3',69,'{"n":69,"seat":0,"step":"AnswerPhilip","pick":"pay"}','2026-05-01T13:51:11.000Z');
INSERT INTO "event" VALUES('c7k3',70,'{"n":70,"step":"RollDice","chance":[[],[[0,"p_food2_or_stone1"],[1,"p_stone2"],[2,"p_stone2"],[3,"n_sword3"],[4,"c_culture1"],[5,"c_feather_a"]]],"digest":"db62b82d939d35db"}','2026-05-01T13:51:18.000Z');
INSERT INTO "event" VALUES('c7k3',71,'{"n":71,"seat":0,"step":"ChooseDice","pick":[1]}','2026-05-01T13:51:39.000Z');
INSERT INTO "event" VALUES('c7k3',72,'{"n":72,"step":"RollDice","chance":[[],[[1,"p_hammer2"]]]}','2026-05-01T13:51:46.000Z');
INSERT INTO "event" VALUES('c7k3',73,'{"n":73,"seat":0,"step":"ChooseDice","pick":[0,1,2,4,5]}','2026-05-01T13:52:07.000Z');
INSERT INTO "event" VALUES('c7k3',74,'{"n":74,"step":"RollDice","chance":[[],[[0,"p_wood3"],[1,"p_food3"],[2,"p_stone2"],[4,"c_food2"],[5,"c_food2"]]]}','2026-05-01T13:52:14.000Z');
INSERT INTO "event" VALUES('c7k3',75,'{"n":75,"step":"PhilipRoll","chance":["n_goods1","n_sword1","p_food3"],"digest":"f3b916efad41eea0"}','2026-05-01T13:52:21.000Z');
INSERT INTO "event" VALUES('c7k3',76,'{"n":76,"seat":0,"step":"TakeFromPhilip","pick":"food"}','2026-05-01T13:52:42.000Z');
INSERT INTO "event" VALUES('d9c6',1,'{"n":1,"step":"FillRow","chance":["barracks_05","mill_06","church_03"]}','2026-05-01T13:24:00.000Z');
INSERT INTO "event" VALUES('d9c6',2,'{"n":2,"step":"FillRow","chance":["barracks_03","mill_12","rampart_08"]}','2026-05-01T13:24:07.000Z');
INSERT INTO "event" VALUES('d9c6',3,'{"n":3,"step":"FillRow","chance":["market_01","barracks_08","village_08"]}','2026-05-01T13:24:14.000Z');
INSERT INTO "event" VALUES('d9c6',4,'{"n":4,"step":"FillRow","chance":["rampart_09","church_06","palace_03"]}','2026-05-01T13:24:21.000Z');
INSERT INTO "event" VALUES('d9c6',5,'{"n":5,"step":"DrawEvents","chance":["vast_holdings","earthquake","costly_ceremonies","population_growth"]}','2026-05-01T13:24:28.000Z');
INSERT INTO "event" VALUES('d9c6',6,'{"n":6,"step":"DrawScout","chance":0}','2026-05-01T13:24:35.000Z');
INSERT INTO "event" VALUES('d9c6',7,'{"n":7,"seat":0,"step":"PlaceLord","pick":2,"digest":"f82fa181a50a0229"}','2026-05-01T13:24:42.000Z');
INSERT INTO "event" VALUES('d9c6',8,'{"n":8,"seat":1,"step":"PlaceLord","pick":1,"digest":"291431d83e05df3f"}','2026-05-01T13:24:49.000Z');
INSERT INTO "event" VALUES('d9c6',9,'{"n":9,"seat":1,"step":"MoveLord","pick":1,"digest":"90a027492225763e"}','2026-05-01T13:24:56.000Z');
INSERT INTO "event" VALUES('d9c6',10,'{"n":10,"seat":0,"step":"MoveLord","pick":3}','2026-05-01T13:25:03.000Z');
INSERT INTO "event" VALUES('d9c6',11,'{"n":11,"step":"RefillRow","chance":["village_09","market_10","field_01"],"digest":"2489100338344e33"}','2026-05-01T13:25:10.000Z');
INSERT INTO "event" VALUES('d9c6',12,'{"n":12,"seat":1,"step":"MoveLord","pick":1,"digest":"2960d3d3e91942ad"}','2026-05-01T13:25:17.000Z');
INSERT INTO "event" VALUES('d9c6',13,'{"n":13,"seat":0,"step":"MoveLord","pick":3}','2026-05-01T13:25:24.000Z');
INSERT INTO "event" VALUES('d9c6',14,'{"n":14,"step":"RefillRow","chance":["field_07","barracks_01","mill_05"],"digest":"45478e04fcbb1404"}','2026-05-01T13:25:31.000Z');
INSERT INTO "event" VALUES('d9c6',15,'{"n":15,"seat":1,"step":"MoveLord","pick":1}','2026-05-01T13:25:38.000Z');
INSERT INTO "event" VALUES('d9c6',16,'{"n":16,"seat":1,"step":"ReturnTile","pick":"mill_06","digest":"b1c7ea676e76b5a5"}','2026-05-01T13:25:45.000Z');
INSERT INTO "event" VALUES('d9c6',17,'{"n":17,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:25:52.000Z');
INSERT INTO "event" VALUES('d9c6',18,'{"n":18,"step":"RefillRow","chance":["mill_07","field_09","village_11"],"digest":"29487f50ba5ffcd7"}','2026-05-01T13:25:59.000Z');
INSERT INTO "event" VALUES('d9c6',19,'{"n":19,"seat":1,"step":"MoveLord","pick":2}','2026-05-01T13:26:06.000Z');
INSERT INTO "event" VALUES('d9c6',20,'{"n":20,"seat":1,"step":"PlaceScout","pick":[3,3],"digest":"eaeb0c2c3b3f474a"}','2026-05-01T13:26:13.000Z');
INSERT INTO "event" VALUES('e1s2',1,'{"n":1,"step":"FillRow","chance":["mill_09","church_02","field_12"]}','2026-05-01T12:59:51.000Z');
INSERT INTO "event" VALUES('e1s2',2,'{"n":2,"step":"FillRow","chance":["palace_05","field_14","rampart_08"]}','2026-05-01T12:59:58.000Z');
INSERT INTO "event" VALUES('e1s2',3,'{"n":3,"step":"FillRow","chance":["village_08","field_05","village_11"]}','2026-05-01T13:00:05.000Z');
INSERT INTO "event" VALUES('e1s2',4,'{"n":4,"step":"FillRow","chance":["field_03","rampart_11","mill_07"]}','2026-05-01T13:00:12.000Z');
INSERT INTO "event" VALUES('e1s2',5,'{"n":5,"step":"DrawEvents","chance":["alliance","peasants_revolt","costly_ceremonies","population_growth"]}','2026-05-01T13:00:19.000Z');
INSERT INTO "event" VALUES('e1s2',6,'{"n":6,"step":"DrawScout","chance":0}','2026-05-01T13:00:26.000Z');
INSERT INTO "event" VALUES('e1s2',7,'{"n":7,"seat":0,"step":"PlaceLord","pick":1,"digest":"c4e6e03f67a30650"}','2026-05-01T13:01:01.000Z');
INSERT INTO "event" VALUES('e1s2',8,'{"n":8,"seat":1,"step":"PlaceLord","pick":3,"digest":"1187c71d3644bb1b"}','2026-05-01T13:01:22.000Z');
INSERT INTO "event" VALUES('e1s2',9,'{"n":9,"seat":0,"step":"MoveLord","pick":1,"digest":"82c7274a44224416"}','2026-05-01T13:01:43.000Z');
INSERT INTO "event" VALUES('e1s2',10,'{"n":10,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:02:04.000Z');
INSERT INTO "event" VALUES('e1s2',11,'{"n":11,"seat":1,"step":"PlaceCoinToken","pick":"market"}','2026-05-01T13:02:25.000Z');
INSERT INTO "event" VALUES('e1s2',12,'{"n":12,"step":"RefillRow","chance":["mill_10","rampart_06","palace_07"],"digest":"e49baf9e1f7b6708"}','2026-05-01T13:02:32.000Z');
INSERT INTO "event" VALUES('e1s2',13,'{"n":13,"seat":0,"step":"MoveLord","pick":2,"digest":"f1b2591b3874a84a"}','2026-05-01T13:02:53.000Z');
INSERT INTO "event" VALUES('e1s2',14,'{"n":14,"seat":1,"step":"MoveLord","pick":1}','2026-05-01T13:03:14.000Z');
INSERT INTO "event" VALUES('e1s2',15,'{"n":15,"seat":1,"step":"PlacePlotToken","pick":["field","church"]}','2026-05-01T13:03:35.000Z');
INSERT INTO "event" VALUES('e1s2',16,'{"n":16,"step":"RefillRow","chance":["church_06","field_09","rampart_03"],"digest":"e3e8f5779a068d41"}','2026-05-01T13:03:42.000Z');
INSERT INTO "event" VALUES('e1s2',17,'{"n":17,"seat":1,"step":"MoveLord","pick":3,"digest":"e48b85804842e2cd"}','2026-05-01T13:04:03.000Z');
INSERT INTO "event" VALUES('e1s2',18,'{"n":18,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:04:24.000Z');
INSERT INTO "event" VALUES('e1s2',19,'{"n":19,"step":"RefillRow","chance":["village_04","rampart_01","mill_06"],"digest":"307f87dde76d91b9"}','2026-05-01T13:04:31.000Z');
INSERT INTO "event" VALUES('e1s2',20,'{"n":20,"seat":0,"step":"MoveLord","pick":2,"digest":"b230975f763ae2f1"}','2026-05-01T13:04:52.000Z');
INSERT INTO "event" VALUES('e1s2',21,'{"n":21,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:05:13.000Z');
INSERT INTO "event" VALUES('e1s2',22,'{"n":22,"seat":1,"step":"PlaceScout","pick":[2,3]}','2026-05-01T13:05:34.000Z');
INSERT INTO "event" VALUES('e1s2',23,'{"n":23,"step":"RefillRow","chance":["field_07","village_09","market_05"],"digest":"ad44cbe45bd685e1"}','2026-05-01T13:05:41.000Z');
INSERT INTO "event" VALUES('e1s2',24,'{"n":24,"seat":0,"step":"MoveLord","pick":1}','2026-05-01T13:06:02.000Z');
INSERT INTO "event" VALUES('e1s2',25,'{"n":25,"seat":0,"step":"PlaceScout","pick":[3,2],"digest":"d6dd3ca0966f8242"}','2026-05-01T13:06:23.000Z');
INSERT INTO "event" VALUES('e1s2',26,'{"n":26,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:06:44.000Z');
INSERT INTO "event" VALUES('e1s2',27,'{"n":27,"seat":1,"step":"PlacePlotToken","pick":["village","palace"]}','2026-05-01T13:07:05.000Z');
INSERT INTO "event" VALUES('e1s2',28,'{"n":28,"step":"RefillRow","chance":["market_01","mill_12","market_10"],"digest":"742c51eb02b794f9"}','2026-05-01T13:07:12.000Z');
INSERT INTO "event" VALUES('e1s2',29,'{"n":29,"seat":0,"step":"MoveLord","pick":3,"digest":"0807602896a6aec2"}','2026-05-01T13:07:33.000Z');
INSERT INTO "event" VALUES('e1s2',30,'{"n":30,"seat":1,"step":"MoveLord","pick":1}','2026-05-01T13:07:54.000Z');
INSERT INTO "event" VALUES('e1s2',31,'{"n":31,"seat":1,"step":"PlaceCoinToken","pick":"mill"}','2026-05-01T13:08:15.000Z');
INSERT INTO "event" VALUES('e1s2',32,'{"n":32,"step":"RefillRow","chance":["market_03","barracks_03","barracks_01"],"digest":"4279e8babd380240"}','2026-05-01T13:08:22.000Z');
INSERT INTO "event" VALUES('e1s2',33,'{"n":33,"seat":1,"step":"MoveLord","pick":1,"digest":"e51c351422d62c95"}','2026-05-01T13:08:43.000Z');
INSERT INTO "event" VALUES('e1s2',34,'{"n":34,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:09:04.000Z');
INSERT INTO "event" VALUES('e1s2',35,'{"n":35,"seat":0,"step":"PlaceScout","pick":[1,1]}','2026-05-01T13:09:25.000Z');
INSERT INTO "event" VALUES('e1s2',36,'{"n":36,"step":"RefillRow","chance":["church_05","field_02","market_08"],"digest":"aed14bb65b16ce78"}','2026-05-01T13:09:32.000Z');
INSERT INTO "event" VALUES('e1s2',37,'{"n":37,"seat":1,"step":"MoveLord","pick":2,"digest":"ec4dca3d6324d165"}','2026-05-01T13:09:53.000Z');
INSERT INTO "event" VALUES('e1s2',38,'{"n":38,"seat":0,"step":"MoveLord","pick":1}','2026-05-01T13:10:14.000Z');
INSERT INTO "event" VALUES('e1s2',39,'{"n":39,"step":"RefillRow","chance":["village_01","field_01","village_06"],"digest":"911f725ad5fa3186"}','2026-05-01T13:10:21.000Z');
INSERT INTO "event" VALUES('e1s2',40,'{"n":40,"seat":0,"step":"MoveLord","pick":2,"digest":"49c1b679a4e1d3d6"}','2026-05-01T13:10:42.000Z');
INSERT INTO "event" VALUES('e1s2',41,'{"n":41,"seat":1,"step":"MoveLord","pick":1}','2026-05-01T13:11:03.000Z');
INSERT INTO "event" VALUES('e1s2',42,'{"n":42,"step":"RefillRow","chance":["mill_01","mill_05","market_06"],"digest":"d784c3876eb95f9e"}','2026-05-01T13:11:10.000Z');
INSERT INTO "event" VALUES('e1s2',43,'{"n":43,"seat":1,"step":"MoveLord","pick":2,"digest":"9779c2a27ecf2d9b"}','2026-05-01T13:11:31.000Z');
INSERT INTO "event" VALUES('e1s2',44,'{"n":44,"seat":0,"step":"MoveLord","pick":3}','2026-05-01T13:11:52.000Z');
INSERT INTO "event" VALUES('e1s2',45,'{"n":45,"step":"RefillRow","chance":["palace_01","barracks_02","mill_03"],"digest":"02835ce8d13a2db5"}','2026-05-01T13:11:59.000Z');
INSERT INTO "event" VALUES('e1s2',46,'{"n":46,"seat":1,"step":"MoveLord","pick":3,"digest":"6a0bd436776ba7d3"}','2026-05-01T13:12:20.000Z');
INSERT INTO "event" VALUES('e1s2',47,'{"n":47,"seat":0,"step":"MoveLord","pick":1}','2026-05-01T13:12:41.000Z');
INSERT INTO "event" VALUES('e1s2',48,'{"n":48,"seat":0,"step":"PlaceCoinToken","pick":"mill"}','2026-05-01T13:13:02.000Z');
INSERT INTO "event" VALUES('e1s2',49,'{"n":49,"step":"RefillRow","chance":["palace_03","church_08","church_03"],"digest":"d4d7bc25ba39402e"}','2026-05-01T13:13:09.000Z');
INSERT INTO "event" VALUES('e1s2',50,'{"n":50,"seat":0,"step":"MoveLord","pick":1,"digest":"094751b46e3c4aaa"}','2026-05-01T13:13:30.000Z');
INSERT INTO "event" VALUES('e1s2',51,'{"n":51,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:13:51.000Z');
INSERT INTO "event" VALUES('e1s2',52,'{"n":52,"step":"RefillRow","chance":["field_10","rampart_04","barracks_08"],"digest":"0a07998a701961d3"}','2026-05-01T13:13:58.000Z');
INSERT INTO "event" VALUES('e1s2',53,'{"n":53,"seat":0,"step":"MoveLord","pick":2,"digest":"b10b61bfcc32a2a3"}','2026-05-01T13:14:19.000Z');
INSERT INTO "event" VALUES('e1s2',54,'{"n":54,"seat":1,"step":"MoveLord","pick":1,"digest":"d874781683d2ad53"}','2026-05-01T13:14:40.000Z');
INSERT INTO "event" VALUES('e1s2',55,'{"n":55,"seat":1,"step":"MoveLord","pick":2,"digest":"6e109967bbd6276d"}','2026-05-01T13:15:01.000Z');
INSERT INTO "event" VALUES('e1s2',56,'{"n":56,"seat":0,"step":"MoveLord","pick":1,"digest":"23c0abcfefd79b17"}','2026-05-01T13:15:22.000Z');
INSERT INTO "event" VALUES('e1s2',57,'{"n":57,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:15:43.000Z');
INSERT INTO "event" VALUES('e1s2',58,'{"n":58,"seat":0,"step":"PlaceCoinToken","pick":"field","digest":"d0656a4894307898"}','2026-05-01T13:16:04.000Z');
INSERT INTO "event" VALUES('e1s2',59,'{"n":59,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:16:25.000Z');
INSERT INTO "event" VALUES('e1s2',60,'{"n":60,"seat":1,"step":"PlacePlotToken","pick":["church","village"],"digest":"9259d7eef0e38b26"}','2026-05-01T13:16:46.000Z');
INSERT INTO "event" VALUES('j6g2',1,'{"n":1,"step":"DealCharacters","chance":[["le_florentin","thibaut_ii"],["hugues_de_payns","urbain_iv"]]}','2026-05-01T13:17:21.000Z');
INSERT INTO "event" VALUES('j6g2',2,'{"n":2,"step":"DrawStart","chance":0}','2026-05-01T13:17:28.000Z');
INSERT INTO "event" VALUES('j6g2',3,'{"n":3,"seat":0,"step":"PlaceFirst","pick":"city_hall.1.1","digest":"fb47018015795d4f"}','2026-05-01T13:18:03.000Z');
INSERT INTO "event" VALUES('j6g2',4,'{"n":4,"seat":1,"step":"PlaceFirst","pick":"bishopric.3.1","digest":"4b8e54bd71e6429c"}','2026-05-01T13:18:24.000Z');
INSERT INTO "event" VALUES('j6g2',5,'{"n":5,"seat":1,"step":"PlaceFirst","pick":"palace.4","digest":"cf00f29fb9db5f5c"}','2026-05-01T13:18:45.000Z');
INSERT INTO "event" VALUES('j6g2',6,'{"n":6,"seat":0,"step":"PlaceFirst","pick":"bishopric.1.1","digest":"a8916f2018803cb3"}','2026-05-01T13:19:06.000Z');
INSERT INTO "event" VALUES('j6g2',7,'{"n":7,"seat":0,"step":"PlaceFirst","pick":"city_hall.2.1","digest":"d91347a7ba085d69"}','2026-05-01T13:19:27.000Z');
INSERT INTO "event" VALUES('j6g2',8,'{"n":8,"seat":1,"step":"PlaceFirst","pick":"palace.3","digest":"ecb5e587abe7ea49"}','2026-05-01T13:19:48.000Z');
INSERT INTO "event" VALUES('p3f5',1,'{"n":1,"step":"FillRow","chance":["mill_10","field_05","barracks_06","mill_01"]}','2026-05-01T13:20:44.000Z');
INSERT INTO "event" VALUES('p3f5',2,'{"n":2,"step":"FillRow","chance":["village_11","field_14","mill_03","palace_05"]}','2026-05-01T13:20:51.000Z');
INSERT INTO "event" VALUES('p3f5',3,'{"n":3,"step":"FillRow","chance":["field_09","barracks_01","church_05","field_07"]}','2026-05-01T13:20:58.000Z');
INSERT INTO "event" VALUES('p3f5',4,'{"n":4,"step":"FillRow","chance":["rampart_01","church_06","market_10","barracks_08"]}','2026-05-01T13:21:05.000Z');
INSERT INTO "event" VALUES('p3f5',5,'{"n":5,"step":"DrawEvents","chance":["subsidy","peasants_revolt","exquisite_goods","costly_ceremonies"]}','2026-05-01T13:21:12.000Z');
INSERT INTO "event" VALUES('p3f5',6,'{"n":6,"step":"DrawScout","chance":0}','2026-05-01T13:21:19.000Z');
INSERT INTO "event" VALUES('p3f5',7,'{"n":7,"seat":0,"step":"PlaceLord","pick":4}','2026-05-01T13:22:01.000Z');
INSERT INTO "event" VALUES('p3f5',8,'{"n":8,"step":"DrawScout","chance":2,"digest":"624ed980a6e785f9"}','2026-05-01T13:22:08.000Z');
INSERT INTO "event" VALUES('p3f5',9,'{"n":9,"seat":2,"step":"PlaceLord","pick":3,"digest":"75a41352d3373051"}','2026-05-01T13:22:29.000Z');
INSERT INTO "event" VALUES('p3f5',10,'{"n":10,"seat":1,"step":"PlaceLord","pick":1,"digest":"5744933dd09c20d3"}','2026-05-01T13:22:50.000Z');
INSERT INTO "event" VALUES('p3f5',11,'{"n":11,"seat":1,"step":"MoveLord","pick":2,"digest":"6c0f16d12e51d6f3"}','2026-05-01T13:23:11.000Z');
INSERT INTO "event" VALUES('p3f5',12,'{"n":12,"seat":2,"step":"MoveLord","pick":3,"digest":"8f66a8c7c8a7f5c4"}','2026-05-01T13:23:32.000Z');
INSERT INTO "event" VALUES('r7f7',1,'{"n":1,"step":"LayMap","chance":[[[0,0],[3,-2],[6,-4],[2,1],[5,-1],[4,2]],[["3B",2],["7A",2],["5A",4],["6A",4],["2B",4],["4A",0]]]}','2026-05-01T12:01:31.000Z');
INSERT INTO "event" VALUES('r7f7',2,'{"n":2,"step":"Draw","chance":["university","commercial_sailing_ship_wood","workshop_2","ballista","brickyard"]}','2026-05-01T12:01:38.000Z');
INSERT INTO "event" VALUES('r7f7',3,'{"n":3,"step":"Draw","chance":["brewery_3","triumphal_arch_4","siege_tower","quarry","temple_regions_5"]}','2026-05-01T12:01:45.000Z');
INSERT INTO "event" VALUES('r7f7',4,'{"n":4,"step":"Draw","chance":["galley","cooperative_field","commercial_sailing_ship_wheat","galley","war_elephants"]}','2026-05-01T12:01:52.000Z');
INSERT INTO "event" VALUES('r7f7',5,'{"n":5,"step":"DrawFirst","chance":1}','2026-05-01T12:01:59.000Z');
INSERT INTO "event" VALUES('r7f7',6,'{"n":6,"seat":0,"step":"Turn","pick":["offer",["ballista","brickyard","commercial_sailing_ship_wood","university","workshop_2"]]}','2026-05-01T12:02:34.000Z');
INSERT INTO "event" VALUES('r7f7',7,'{"n":7,"step":"Draw","chance":["temporary_camps","farm","temple_sets","academy_blue","siege_tower"]}','2026-05-01T12:02:41.000Z');
INSERT INTO "event" VALUES('r7f7',8,'{"n":8,"seat":0,"step":"ExtraCards","pick":0,"digest":"6346db9c5324ef8b"}','2026-05-01T12:03:02.000Z');
INSERT INTO "event" VALUES('r7f7',9,'{"n":9,"seat":1,"step":"Turn","pick":["build","brewery_3",[["wheat",1]],"1.4"],"digest":"eced75a400907304"}','2026-05-01T12:03:23.000Z');
INSERT INTO "event" VALUES('r7f7',10,'{"n":10,"seat":2,"step":"Turn","pick":["build","war_elephants",[["wood",1],["clay",1]],"5.4"]}','2026-05-01T12:03:44.000Z');
INSERT INTO "event" VALUES('r7f7',11,'{"n":11,"seat":2,"step":"MoveArmies","pick":["done"],"digest":"e9f2bb47764e82eb"}','2026-05-01T12:04:05.000Z');
INSERT INTO "event" VALUES('r7f7',12,'{"n":12,"seat":0,"step":"Turn","pick":["build","siege_tower",[["wood",1],["clay",1],["stone",1]],"4.1"],"digest":"9fe55cbb65d464f6"}','2026-05-01T12:04:26.000Z');
INSERT INTO "event" VALUES('r7f7',13,'{"n":13,"seat":1,"step":"Turn","pick":["build","triumphal_arch_4",[["clay",1],["stone",1]],"2.4"],"digest":"ce523b49e389c1e4"}','2026-05-01T12:04:47.000Z');
INSERT INTO "event" VALUES('r7f7',14,'{"n":14,"seat":2,"step":"Turn","pick":["build","commercial_sailing_ship_wheat",[["gold",4]],"3.3"]}','2026-05-01T12:05:08.000Z');
INSERT INTO "event" VALUES('r7f7',15,'{"n":15,"seat":2,"step":"Sell","pick":0,"digest":"ba6817fecfeb3446"}','2026-05-01T12:05:29.000Z');
INSERT INTO "event" VALUES('r7f7',16,'{"n":16,"seat":0,"step":"Turn","pick":["build","temporary_camps",[["wheat",1]],"4.2"]}','2026-05-01T12:05:50.000Z');
INSERT INTO "event" VALUES('r7f7',17,'{"n":17,"seat":0,"step":"MoveArmy","pick":["4.1","3.2"],"digest":"1be59debdc2e73e2"}','2026-05-01T12:06:11.000Z');
INSERT INTO "event" VALUES('r7f7',18,'{"n":18,"seat":1,"step":"Turn","pick":["build","quarry",[["wood",1],["gold",4]],"2.3"],"digest":"7ecdc216c6051ea5"}','2026-05-01T12:06:32.000Z');
INSERT INTO "event" VALUES('r7f7',19,'{"n":19,"seat":2,"step":"Turn","pick":["offer",["galley"]]}','2026-05-01T12:06:53.000Z');
INSERT INTO "event" VALUES('r7f7',20,'{"n":20,"step":"Draw","chance":["temple_temples","laboratory_blue","temple_mountain"],"digest":"06a042dee5337dfb"}','2026-05-01T12:07:00.000Z');
INSERT INTO "event" VALUES('r7f7',21,'{"n":21,"seat":0,"step":"Turn","pick":["offer",["temple_sets"]]}','2026-05-01T12:07:21.000Z');
INSERT INTO "event" VALUES('r7f7',22,'{"n":22,"seat":0,"step":"ChooseGod","pick":"ceres"}','2026-05-01T12:07:42.000Z');
INSERT INTO "event" VALUES('r7f7',23,'{"n":23,"seat":0,"step":"ChooseResources","pick":[["wood",1]]}','2026-05-01T12:08:03.000Z');
INSERT INTO "event" VALUES('r7f7',24,'{"n":24,"step":"Draw","chance":["quarry","temporary_camps","school"],"digest":"98ea27e9cd4d4974"}','2026-05-01T12:08:10.000Z');
INSERT INTO "event" VALUES('r7f7',25,'{"n":25,"seat":1,"step":"Turn","pick":["offer",["siege_tower"]]}','2026-05-01T12:08:31.000Z');
INSERT INTO "event" VALUES('r7f7',26,'{"n":26,"seat":1,"step":"ChoosePieces","pick":[["civil",1]]}','2026-05-01T12:08:52.000Z');
INSERT INTO "event" VALUES('r7f7',27,'{"n":27,"step":"Draw","chance":["commercial_port_stone_wheat","cooperative_forest","temporary_camps","small_port_clay"],"digest":"60fb4fc281b22b6d"}','2026-05-01T12:08:59.000Z');
INSERT INTO "event" VALUES('r7f7',28,'{"n":28,"seat":2,"step":"Turn","pick":["offer",["cooperative_field","galley","laboratory_blue","temple_temples","temple_mountain"]]}','2026-05-01T12:09:20.000Z');
INSERT INTO "event" VALUES('r7f7',29,'{"n":29,"seat":2,"step":"ChooseGod","pick":"neptune"}','2026-05-01T12:09:41.000Z');
INSERT INTO "event" VALUES('r7f7',30,'{"n":30,"step":"Draw","chance":["temple_forest","trading_post_forest","workshop_3","bakers_guild","academy_brown"],"digest":"6e6241ca0aa8ea0c"}','2026-05-01T12:09:48.000Z');
INSERT INTO "event" VALUES('r7f7',31,'{"n":31,"seat":0,"step":"Turn","pick":["build","school",[["gold",4]],"1.5"],"digest":"a6f2868a1f31b282"}','2026-05-01T12:10:09.000Z');
INSERT INTO "event" VALUES('r7f7',32,'{"n":32,"seat":1,"step":"Turn","pick":["offer",["small_port_clay","commercial_port_stone_wheat","temporary_camps","temple_regions_5"]]}','2026-05-01T12:10:30.000Z');
INSERT INTO "event" VALUES('r7f7',33,'{"n":33,"seat":1,"step":"ChooseGod","pick":"neptune"}','2026-05-01T12:10:51.000Z');
INSERT INTO "event" VALUES('r7f7',34,'{"n":34,"step":"Draw","chance":["small_production_building","temple_clay","small_port_wood","ballista"],"digest":"6b5decc920d527b0"}','2026-05-01T12:10:58.000Z');
INSERT INTO "event" VALUES('r7f7',35,'{"n":35,"seat":2,"step":"Turn","pick":["build","bakers_guild",[["stone",1],["gold",4]],"3.0"],"digest":"e0904ff94d380ca7"}','2026-05-01T12:11:19.000Z');
INSERT INTO "event" VALUES('t3g4',1,'{"n":1,"step":"LayOut","chance":[["mountains","pasture","fields","mountains","hills","fields","forest","forest","forest","fields","fields","hills","forest","pasture","mountains","pasture","desert","hills","pasture"],[4,11,12,8,3,6,9,5,10,11,5,10,2,9,4,8,0,6,3],["generic","lumber","ore","brick","wool","generic","generic","grain","generic"]]}','2026-05-01T12:35:07.000Z');
INSERT INTO "event" VALUES('t3g4',2,'{"n":2,"step":"ShuffleDecks","chance":[["knight","victory_point","knight","victory_point","year_of_plenty","knight","knight","knight","victory_point","knight","knight","monopoly","knight","knight","knight","knight","knight","road_building","victory_point","victory_point","knight","road_building","year_of_plenty","knight","monopoly"]]}','2026-05-01T12:35:14.000Z');
INSERT INTO "event" VALUES('t3g4',3,'{"n":3,"seat":0,"step":"SetupSettlement","pick":4}','2026-05-01T12:35:49.000Z');
INSERT INTO "event" VALUES('t3g4',4,'{"n":4,"seat":0,"step":"SetupRoad","pick":7}','2026-05-01T12:36:10.000Z');
INSERT INTO "event" VALUES('t3g4',5,'{"n":5,"seat":1,"step":"SetupSettlement","pick":52}','2026-05-01T12:36:31.000Z');
INSERT INTO "event" VALUES('t3g4',6,'{"n":6,"seat":1,"step":"SetupRoad","pick":69}','2026-05-01T12:36:52.000Z');
INSERT INTO "event" VALUES('t3g4',7,'{"n":7,"seat":2,"step":"SetupSettlement","pick":33}','2026-05-01T12:37:13.000Z');
INSERT INTO "event" VALUES('t3g4',8,'{"n":8,"seat":2,"step":"SetupRoad","pick":40}','2026-05-01T12:37:34.000Z');
INSERT INTO "event" VALUES('t3g4',9,'{"n":9,"seat":2,"step":"SecondSettlement","pick":7}','2026-05-01T12:37:55.000Z');
INSERT INTO "event" VALUES('t3g4',10,'{"n":10,"seat":2,"step":"SetupRoad","pick":11}','2026-05-01T12:38:16.000Z');
INSERT INTO "event" VALUES('t3g4',11,'{"n":11,"seat":1,"step":"SecondSettlement","pick":9}','2026-05-01T12:38:37.000Z');
INSERT INTO "event" VALUES('t3g4',12,'{"n":12,"seat":1,"step":"SetupRoad","pick":8}','2026-05-01T12:38:58.000Z');
INSERT INTO "event" VALUES('t3g4',13,'{"n":13,"seat":0,"step":"SecondSettlement","pick":21}','2026-05-01T12:39:19.000Z');
INSERT INTO "event" VALUES('t3g4',14,'{"n":14,"seat":0,"step":"SetupRoad","pick":33}','2026-05-01T12:39:40.000Z');
INSERT INTO "event" VALUES('t3g4',15,'{"n":15,"step":"Roll","chance":[4,3],"digest":"a413b0276c1713e6"}','2026-05-01T12:39:47.000Z');
INSERT INTO "event" VALUES('t3g4',16,'{"n":16,"seat":0,"step":"RobberHex","pick":18}','2026-05-01T12:40:08.000Z');
INSERT INTO "event" VALUES('t3g4',17,'{"n":17,"seat":0,"step":"Main","pick":["offer",[["lumber",1]],[["grain",1]]]}','2026-05-01T12:40:29.000Z');
INSERT INTO "event" VALUES('t3g4',18,'{"n":18,"seat":1,"step":"TradeResponse","pick":["counter",[["wool",1]],[["grain",1]]]}','2026-05-01T12:40:50.000Z');
INSERT INTO "event" VALUES('t3g4',19,'{"n":19,"seat":2,"step":"TradeResponse","pick":["counter",[["ore",2]],[["lumber",1]]]}','2026-05-01T12:41:11.000Z');
INSERT INTO "event" VALUES('t3g4',20,'{"n":20,"seat":0,"step":"TradeConfirm","pick":["counter",2]}','2026-05-01T12:41:32.000Z');
INSERT INTO "event" VALUES('t3g4',21,'{"n":21,"seat":0,"step":"Main","pick":["offer",[["ore",1]],[["grain",1]]]}','2026-05-01T12:41:53.000Z');
INSERT INTO "event" VALUES('t3g4',22,'{"n":22,"seat":1,"step":"TradeResponse","pick":["counter",[["wool",1]],[["lumber",1]]]}','2026-05-01T12:42:14.000Z');
INSERT INTO "event" VALUES('t3g4',23,'{"n":23,"seat":2,"step":"TradeResponse","pick":["counter",[["lumber",1]],[["ore",1]]]}','2026-05-01T12:42:35.000Z');
INSERT INTO "event" VALUES('t3g4',24,'{"n":24,"seat":0,"step":"TradeConfirm","pick":["withdraw"]}','2026-05-01T12:42:56.000Z');
INSERT INTO "event" VALUES('t3g4',25,'{"n":25,"seat":0,"step":"Main","pick":["offer",[["ore",2]],[["wool",1]]]}','2026-05-01T12:43:17.000Z');
INSERT INTO "event" VALUES('t3g4',26,'{"n":26,"seat":1,"step":"TradeResponse","pick":["counter",[["grain",2]],[["ore",1]]]}','2026-05-01T12:43:38.000Z');
INSERT INTO "event" VALUES('t3g4',27,'{"n":27,"seat":2,"step":"TradeResponse","pick":["counter",[["lumber",1]],[["brick",1]]]}','2026-05-01T12:43:59.000Z');
INSERT INTO "event" VALUES('t3g4',28,'{"n":28,"seat":0,"step":"TradeConfirm","pick":["withdraw"]}','2026-05-01T12:44:20.000Z');
INSERT INTO "event" VALUES('t3g4',29,'{"n":29,"seat":0,"step":"Main","pick":["offer",[["ore",2]],[["brick",1]]]}','2026-05-01T12:44:41.000Z');
INSERT INTO "event" VALUES('t3g4',30,'{"n":30,"seat":1,"step":"TradeResponse","pick":["counter",[["grain",2]],[["lumber",1]]]}','2026-05-01T12:45:02.000Z');
INSERT INTO "event" VALUES('t3g4',31,'{"n":31,"seat":2,"step":"TradeResponse","pick":["counter",[["lumber",1]],[["ore",1]]]}','2026-05-01T12:45:23.000Z');
INSERT INTO "event" VALUES('t3g4',32,'{"n":32,"seat":0,"step":"TradeConfirm","pick":["withdraw"]}','2026-05-01T12:45:44.000Z');
INSERT INTO "event" VALUES('t3g4',33,'{"n":33,"seat":0,"step":"Main","pick":["offer",[["ore",2]],[["brick",1]]]}','2026-05-01T12:46:05.000Z');
INSERT INTO "event" VALUES('t3v8',1,'{"n":1,"step":"FillRow","chance":["rampart_06","palace_07","barracks_06"]}','2026-05-01T13:26:27.000Z');
INSERT INTO "event" VALUES('t3v8',2,'{"n":2,"step":"FillRow","chance":["rampart_04","field_09","palace_01"]}','2026-05-01T13:26:34.000Z');
INSERT INTO "event" VALUES('t3v8',3,'{"n":3,"step":"FillRow","chance":["palace_05","church_05","village_03"]}','2026-05-01T13:26:41.000Z');
INSERT INTO "event" VALUES('t3v8',4,'{"n":4,"step":"FillRow","chance":["village_08","mill_09","mill_03"]}','2026-05-01T13:26:48.000Z');
INSERT INTO "event" VALUES('t3v8',5,'{"n":5,"step":"DrawEvents","chance":["exquisite_goods","earthquake","triumphant_return","alliance"]}','2026-05-01T13:26:55.000Z');
INSERT INTO "event" VALUES('t3v8',6,'{"n":6,"step":"DrawScout","chance":1}','2026-05-01T13:27:02.000Z');
INSERT INTO "event" VALUES('t3v8',7,'{"n":7,"seat":1,"step":"PlaceLord","pick":1,"digest":"388c209bb819904e"}','2026-05-01T13:27:09.000Z');
INSERT INTO "event" VALUES('t3v8',8,'{"n":8,"seat":0,"step":"PlaceLord","pick":3,"digest":"33c8f282a0b72a40"}','2026-05-01T13:27:16.000Z');
INSERT INTO "event" VALUES('t3v8',9,'{"n":9,"seat":1,"step":"MoveLord","pick":2}','2026-05-01T13:27:23.000Z');
INSERT INTO "event" VALUES('t3v8',10,'{"n":10,"seat":1,"step":"PlaceScout","pick":[3,3],"digest":"337340d4136bb994"}','2026-05-01T13:27:30.000Z');
INSERT INTO "event" VALUES('t3v8',11,'{"n":11,"seat":0,"step":"MoveLord","pick":3}','2026-05-01T13:27:37.000Z');
INSERT INTO "event" VALUES('t3v8',12,'{"n":12,"seat":0,"step":"PlacePlotToken","pick":["mill","rampart"]}','2026-05-01T13:27:44.000Z');
INSERT INTO "event" VALUES('t3v8',13,'{"n":13,"step":"RefillRow","chance":["mill_01","village_06","village_04"],"digest":"ccb9a5b292a6b696"}','2026-05-01T13:27:51.000Z');
INSERT INTO "event" VALUES('t3v8',14,'{"n":14,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:27:58.000Z');
INSERT INTO "event" VALUES('t3v8',15,'{"n":15,"seat":1,"step":"PlaceScout","pick":[1,3],"digest":"6a6fddedcdbe64b0"}','2026-05-01T13:28:05.000Z');
INSERT INTO "event" VALUES('t3v8',16,'{"n":16,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:28:12.000Z');
INSERT INTO "event" VALUES('t3v8',17,'{"n":17,"seat":0,"step":"PlacePlotToken","pick":["rampart","mill"]}','2026-05-01T13:28:19.000Z');
INSERT INTO "event" VALUES('t3v8',18,'{"n":18,"step":"RefillRow","chance":["barracks_08","village_01","field_07"],"digest":"bd9f1b7b2c1915f2"}','2026-05-01T13:28:26.000Z');
INSERT INTO "event" VALUES('t3v8',19,'{"n":19,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:28:33.000Z');
INSERT INTO "event" VALUES('t3v8',20,'{"n":20,"seat":0,"step":"PlaceCoinToken","pick":"mill","digest":"4af8716f54c88afe"}','2026-05-01T13:28:40.000Z');
INSERT INTO "event" VALUES('t3v8',21,'{"n":21,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:28:47.000Z');
INSERT INTO "event" VALUES('t3v8',22,'{"n":22,"seat":1,"step":"PlacePlotToken","pick":["palace","village"]}','2026-05-01T13:28:54.000Z');
INSERT INTO "event" VALUES('t3v8',23,'{"n":23,"step":"RefillRow","chance":["rampart_01","market_06","rampart_11"],"digest":"76488d70e66d8615"}','2026-05-01T13:29:01.000Z');
INSERT INTO "event" VALUES('t3v8',24,'{"n":24,"seat":0,"step":"MoveLord","pick":2,"digest":"3e9caf77f0908bfa"}','2026-05-01T13:29:08.000Z');
INSERT INTO "event" VALUES('t3v8',25,'{"n":25,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:29:15.000Z');
INSERT INTO "event" VALUES('t3v8',26,'{"n":26,"step":"RefillRow","chance":["rampart_09","field_05","field_03"],"digest":"55ebab51a6c84739"}','2026-05-01T13:29:22.000Z');
INSERT INTO "event" VALUES('t3v8',27,'{"n":27,"seat":0,"step":"MoveLord","pick":2,"digest":"b0df6d2229d81c58"}','2026-05-01T13:29:29.000Z');
INSERT INTO "event" VALUES('t3v8',28,'{"n":28,"seat":1,"step":"MoveLord","pick":1}','2026-05-01T13:29:36.000Z');
INSERT INTO "event" VALUES('t3v8',29,'{"n":29,"step":"RefillRow","chance":["mill_10","market_03","barracks_01"],"digest":"52a8e0acc8f6fa08"}','2026-05-01T13:29:43.000Z');
INSERT INTO "event" VALUES('t3v8',30,'{"n":30,"seat":1,"step":"MoveLord","pick":1,"digest":"b44155a39e34cf3d"}','2026-05-01T13:29:50.000Z');
INSERT INTO "event" VALUES('t3v8',31,'{"n":31,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:29:57.000Z');
INSERT INTO "event" VALUES('t3v8',32,'{"n":32,"step":"RefillRow","chance":["market_10","field_10","church_08"],"digest":"42c84b79b95da9c4"}','2026-05-01T13:30:04.000Z');
INSERT INTO "event" VALUES('t3v8',33,'{"n":33,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:30:11.000Z');
INSERT INTO "event" VALUES('t3v8',34,'{"n":34,"seat":1,"step":"PlaceScout","pick":[2,3],"digest":"f4f217af49576cb6"}','2026-05-01T13:30:18.000Z');
INSERT INTO "event" VALUES('t3v8',35,'{"n":35,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:30:25.000Z');
INSERT INTO "event" VALUES('t3v8',36,'{"n":36,"seat":0,"step":"PlaceScout","pick":"stay"}','2026-05-01T13:30:32.000Z');
INSERT INTO "event" VALUES('t3v8',37,'{"n":37,"step":"RefillRow","chance":["market_05","church_03","mill_12"],"digest":"498e2150fa7fa805"}','2026-05-01T13:30:39.000Z');
INSERT INTO "event" VALUES('t3v8',38,'{"n":38,"seat":0,"step":"MoveLord","pick":1,"digest":"b42bfcea48a222ac"}','2026-05-01T13:30:46.000Z');
INSERT INTO "event" VALUES('t3v8',39,'{"n":39,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:30:53.000Z');
INSERT INTO "event" VALUES('t3v8',40,'{"n":40,"seat":1,"step":"PlaceScout","pick":[3,3]}','2026-05-01T13:31:00.000Z');
INSERT INTO "event" VALUES('t3v8',41,'{"n":41,"step":"RefillRow","chance":["mill_05","barracks_03","village_09"],"digest":"4b839dfad0863614"}','2026-05-01T13:31:07.000Z');
INSERT INTO "event" VALUES('t3v8',42,'{"n":42,"seat":0,"step":"MoveLord","pick":2,"digest":"516c6e6f78d65ef1"}','2026-05-01T13:31:14.000Z');
INSERT INTO "event" VALUES('t3v8',43,'{"n":43,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:31:21.000Z');
INSERT INTO "event" VALUES('t3v8',44,'{"n":44,"step":"RefillRow","chance":["barracks_02","church_02","mill_06"],"digest":"579a40ae519b5155"}','2026-05-01T13:31:28.000Z');
INSERT INTO "event" VALUES('t3v8',45,'{"n":45,"seat":0,"step":"MoveLord","pick":1,"digest":"dfd6b65ebdae0fab"}','2026-05-01T13:31:35.000Z');
INSERT INTO "event" VALUES('t3v8',46,'{"n":46,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:31:42.000Z');
INSERT INTO "event" VALUES('t3v8',47,'{"n":47,"seat":1,"step":"PlaceCoinToken","pick":"church"}','2026-05-01T13:31:49.000Z');
INSERT INTO "event" VALUES('t3v8',48,'{"n":48,"step":"RefillRow","chance":["market_01","field_02","barracks_05"],"digest":"24e7ce1ecc7e1ce5"}','2026-05-01T13:31:56.000Z');
INSERT INTO "event" VALUES('t3v8',49,'{"n":49,"seat":0,"step":"MoveLord","pick":2,"digest":"466866169968e86e"}','2026-05-01T13:32:03.000Z');
INSERT INTO "event" VALUES('t3v8',50,'{"n":50,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:32:10.000Z');
INSERT INTO "event" VALUES('t3v8',51,'{"n":51,"seat":1,"step":"PlaceCoinToken","pick":"barracks"}','2026-05-01T13:32:17.000Z');
INSERT INTO "event" VALUES('t3v8',52,'{"n":52,"step":"RefillRow","chance":["rampart_08","field_01","field_12"],"digest":"dd0f4c1145f0d9ac"}','2026-05-01T13:32:24.000Z');
INSERT INTO "event" VALUES('t3v8',53,'{"n":53,"seat":0,"step":"MoveLord","pick":3}','2026-05-01T13:32:31.000Z');
INSERT INTO "event" VALUES('t3v8',54,'{"n":54,"seat":0,"step":"ReturnTile","pick":"rampart_11","digest":"0f31713927e5661b"}','2026-05-01T13:32:38.000Z');
INSERT INTO "event" VALUES('t3v8',55,'{"n":55,"seat":1,"step":"MoveLord","pick":2}','2026-05-01T13:32:45.000Z');
INSERT INTO "event" VALUES('t3v8',56,'{"n":56,"step":"RefillRow","chance":["palace_03","church_06","village_11"],"digest":"42f63e1914dab4e3"}','2026-05-01T13:32:52.000Z');
INSERT INTO "event" VALUES('t3v8',57,'{"n":57,"seat":1,"step":"MoveLord","pick":3,"digest":"415fd08f53c5b924"}','2026-05-01T13:32:59.000Z');
INSERT INTO "event" VALUES('t3v8',58,'{"n":58,"seat":0,"step":"MoveLord","pick":1}','2026-05-01T13:33:06.000Z');
INSERT INTO "event" VALUES('t3v8',59,'{"n":59,"seat":0,"step":"PlaceCoinToken","pick":"field","digest":"b006d90366327a40"}','2026-05-01T13:33:13.000Z');
INSERT INTO "event" VALUES('t3v8',60,'{"n":60,"seat":0,"step":"MoveLord","pick":3,"digest":"6bfd9783a74428be"}','2026-05-01T13:33:20.000Z');
INSERT INTO "event" VALUES('t3v8',61,'{"n":61,"seat":1,"step":"MoveLord","pick":1,"digest":"24e1cdfa18257782"}','2026-05-01T13:33:27.000Z');
INSERT INTO "event" VALUES('t3v8',62,'{"n":62,"seat":1,"step":"MoveLord","pick":1,"digest":"842b0251518d279d"}','2026-05-01T13:33:34.000Z');
INSERT INTO "event" VALUES('t3v8',63,'{"n":63,"seat":0,"step":"MoveLord","pick":3,"digest":"1756d65c877c7e5f"}','2026-05-01T13:33:41.000Z');
INSERT INTO "event" VALUES('t3v8',64,'{"n":64,"seat":0,"step":"PlacePlotToken","pick":["field","church"]}','2026-05-01T13:33:48.000Z');
INSERT INTO "event" VALUES('t8w2',1,'{"n":1,"seat":2,"step":"PlaceKit","pick":["wall_4","J12",0]}','2026-05-01T12:12:36.000Z');
INSERT INTO "event" VALUES('t8w2',2,'{"n":2,"seat":0,"step":"PlaceKit","pick":["longhouse","G5",0]}','2026-05-01T12:12:57.000Z');
INSERT INTO "event" VALUES('t8w2',3,'{"n":3,"seat":1,"step":"PlaceKit","pick":["wall_4","A1",90]}','2026-05-01T12:13:18.000Z');
INSERT INTO "event" VALUES('t8w2',4,'{"n":4,"seat":2,"step":"PlaceKit","pick":["farm","L4",0]}','2026-05-01T12:13:39.000Z');
INSERT INTO "event" VALUES('t8w2',5,'{"n":5,"seat":0,"step":"PlaceKit","pick":["longhouse","A1",0]}','2026-05-01T12:14:00.000Z');
INSERT INTO "event" VALUES('t8w2',6,'{"n":6,"seat":0,"step":"PlaceKit","pick":["farm","A10",0]}','2026-05-01T12:14:21.000Z');
INSERT INTO "event" VALUES('t8w2',7,'{"n":7,"seat":2,"step":"PlaceKit","pick":["wall_4","B4",90]}','2026-05-01T12:14:42.000Z');
INSERT INTO "event" VALUES('t8w2',8,'{"n":8,"seat":2,"step":"PlaceKit","pick":["scorched_area","A1",0]}','2026-05-01T12:15:03.000Z');
INSERT INTO "event" VALUES('t8w2',9,'{"n":9,"seat":1,"step":"PlaceKit","pick":["wall_4","I10",0]}','2026-05-01T12:15:24.000Z');
INSERT INTO "event" VALUES('t8w2',10,'{"n":10,"seat":1,"step":"PlaceKit","pick":["scorched_area","B3",0]}','2026-05-01T12:15:45.000Z');
INSERT INTO "event" VALUES('t8w2',11,'{"n":11,"seat":2,"step":"PlaceKit","pick":["longhouse","J8",0]}','2026-05-01T12:16:06.000Z');
INSERT INTO "event" VALUES('t8w2',12,'{"n":12,"seat":2,"step":"PlaceKit","pick":["wall_4","B10",90]}','2026-05-01T12:16:27.000Z');
INSERT INTO "event" VALUES('t8w2',13,'{"n":13,"seat":1,"step":"PlaceKit","pick":["farm","F5",90]}','2026-05-01T12:16:48.000Z');
INSERT INTO "event" VALUES('t8w2',14,'{"n":14,"seat":0,"step":"PlaceKit","pick":["wall_4","B3",0]}','2026-05-01T12:17:09.000Z');
INSERT INTO "event" VALUES('t8w2',15,'{"n":15,"seat":0,"step":"PlaceKit","pick":["scorched_area","F2",0]}','2026-05-01T12:17:30.000Z');
INSERT INTO "event" VALUES('t8w2',16,'{"n":16,"seat":1,"step":"PlaceKit","pick":["wall_4","K4",90]}','2026-05-01T12:17:51.000Z');
INSERT INTO "event" VALUES('t8w2',17,'{"n":17,"seat":1,"step":"PlaceKit","pick":["longhouse","M5",0]}','2026-05-01T12:18:12.000Z');
INSERT INTO "event" VALUES('t8w2',18,'{"n":18,"seat":1,"step":"PlaceKit","pick":["longhouse","D3",0]}','2026-05-01T12:18:33.000Z');
INSERT INTO "event" VALUES('t8w2',19,'{"n":19,"seat":0,"step":"PlaceKit","pick":["longhouse","E8",0]}','2026-05-01T12:18:54.000Z');
INSERT INTO "event" VALUES('t8w2',20,'{"n":20,"seat":0,"step":"PlaceKit","pick":["wall_4","E14",0]}','2026-05-01T12:19:15.000Z');
INSERT INTO "event" VALUES('t8w2',21,'{"n":21,"seat":2,"step":"PlaceKit","pick":["longhouse","H10",0]}','2026-05-01T12:19:36.000Z');
INSERT INTO "event" VALUES('t8w2',22,'{"n":22,"seat":1,"step":"PlaceKit","pick":["longhouse","C8",90]}','2026-05-01T12:19:57.000Z');
INSERT INTO "event" VALUES('t8w2',23,'{"n":23,"seat":2,"step":"PlaceKit","pick":["longhouse","N2",90]}','2026-05-01T12:20:18.000Z');
INSERT INTO "event" VALUES('t8w2',24,'{"n":24,"seat":0,"step":"PlaceKit","pick":["wall_4","A8",0]}','2026-05-01T12:20:39.000Z');
INSERT INTO "event" VALUES('t8w2',25,'{"n":25,"seat":0,"step":"PlaceKit","pick":["ready"]}','2026-05-01T12:21:00.000Z');
INSERT INTO "event" VALUES('t8w2',26,'{"n":26,"seat":2,"step":"PlaceKit","pick":["ready"]}','2026-05-01T12:21:21.000Z');
INSERT INTO "event" VALUES('t8w2',27,'{"n":27,"seat":1,"step":"PlaceKit","pick":["ready"]}','2026-05-01T12:21:42.000Z');
INSERT INTO "event" VALUES('t8w2',28,'{"n":28,"step":"RollForFirst","chance":["n_sword3","n_sword2","n_sword2"]}','2026-05-01T12:21:49.000Z');
INSERT INTO "event" VALUES('t8w2',29,'{"n":29,"seat":0,"step":"RollDice","chance":[[[0,"p_wood1_hammer1_skull"],[1,"p_wood1_hammer1_skull"],[2,"p_wood1_hammer1_skull"]],[[3,"n_shield4"]]]}','2026-05-01T12:21:56.000Z');
INSERT INTO "event" VALUES('t8w2',30,'{"n":30,"seat":1,"step":"RollDice","chance":[[],[[0,"p_wood3"],[1,"p_food2_or_stone1"],[2,"p_food3"],[3,"n_sword1"]]]}','2026-05-01T12:22:03.000Z');
INSERT INTO "event" VALUES('t8w2',31,'{"n":31,"seat":2,"step":"RollDice","chance":[[[1,"p_wood1_hammer1_skull"]],[[0,"p_food3"],[2,"p_stone2"],[3,"n_sword3"]]],"digest":"0968b0ca20d5d85c"}','2026-05-01T12:22:10.000Z');
INSERT INTO "event" VALUES('t8w2',32,'{"n":32,"seat":1,"step":"ChooseDice","pick":[0,2]}','2026-05-01T12:22:31.000Z');
INSERT INTO "event" VALUES('t8w2',33,'{"n":33,"seat":1,"step":"RollDice","chance":[[],[[0,"p_hammer2"],[2,"p_hammer2"]]]}','2026-05-01T12:22:38.000Z');
INSERT INTO "event" VALUES('t8w2',34,'{"n":34,"seat":2,"step":"ChooseDice","pick":[0]}','2026-05-01T12:22:59.000Z');
INSERT INTO "event" VALUES('t8w2',35,'{"n":35,"seat":2,"step":"RollDice","chance":[[],[[0,"p_food3"]]]}','2026-05-01T12:23:06.000Z');
INSERT INTO "event" VALUES('t8w2',36,'{"n":36,"seat":1,"step":"ChooseDice","pick":[0,1]}','2026-05-01T12:23:27.000Z');
INSERT INTO "event" VALUES('t8w2',37,'{"n":37,"seat":1,"step":"RollDice","chance":[[],[[0,"p_wood1_hammer1_skull"],[1,"p_food3"]]]}','2026-05-01T12:23:34.000Z');
INSERT INTO "event" VALUES('t8w2',38,'{"n":38,"seat":2,"step":"ChooseDice","pick":[0]}','2026-05-01T12:23:55.000Z');
INSERT INTO "event" VALUES('t8w2',39,'{"n":39,"seat":2,"step":"RollDice","chance":[[],[[0,"p_wood1_hammer1_skull"]]]}','2026-05-01T12:24:02.000Z');
INSERT INTO "event" VALUES('t8w2',40,'{"n":40,"seat":0,"step":"ChooseDice","pick":[],"digest":"15991094fd6f1679"}','2026-05-01T12:24:23.000Z');
INSERT INTO "event" VALUES('t8w2',41,'{"n":41,"seat":1,"step":"PlaceScorched","pick":["scorched_area","G3",0]}','2026-05-01T12:24:44.000Z');
INSERT INTO "event" VALUES('t8w2',42,'{"n":42,"seat":2,"step":"PlaceScorched","pick":["scorched_area","K9",0],"digest":"b111fb7f5bf71bda"}','2026-05-01T12:25:05.000Z');
INSERT INTO "event" VALUES('t8w2',43,'{"n":43,"seat":1,"step":"ChooseLoss","pick":"food","digest":"e4cc6eadcc8c560c"}','2026-05-01T12:25:26.000Z');
INSERT INTO "event" VALUES('t8w2',44,'{"n":44,"seat":0,"step":"BuildStructure","pick":["longhouse","K7",0]}','2026-05-01T12:25:47.000Z');
INSERT INTO "event" VALUES('t8w2',45,'{"n":45,"seat":0,"step":"BuildStructure","pick":["farm","G10",180]}','2026-05-01T12:26:08.000Z');
INSERT INTO "event" VALUES('t8w2',46,'{"n":46,"seat":0,"step":"BuildStructure","pick":["longhouse","B12",90],"digest":"aaadaa1be3d86830"}','2026-05-01T12:26:29.000Z');
INSERT INTO "event" VALUES('t8w2',47,'{"n":47,"seat":1,"step":"BuildStructure","pick":["farm","B1",180]}','2026-05-01T12:26:50.000Z');
INSERT INTO "event" VALUES('t8w2',48,'{"n":48,"seat":1,"step":"BuildStructure","pick":["longhouse","J8",90]}','2026-05-01T12:27:11.000Z');
INSERT INTO "event" VALUES('y5w8',1,'{"n":1,"step":"DealCharacters","chance":[["hugues_de_payns","chretien_de_troyes"],["urbain_iv","thibaut_ii"]]}','2026-05-01T12:27:46.000Z');
INSERT INTO "event" VALUES('y5w8',2,'{"n":2,"step":"DrawStart","chance":0}','2026-05-01T12:27:53.000Z');
INSERT INTO "event" VALUES('y5w8',3,'{"n":3,"seat":0,"step":"PlaceFirst","pick":"city_hall.2.1","digest":"98f7aaeae9555337"}','2026-05-01T12:28:28.000Z');
INSERT INTO "event" VALUES('y5w8',4,'{"n":4,"seat":1,"step":"PlaceFirst","pick":"bishopric.2.1","digest":"7758239c7fedc90c"}','2026-05-01T12:28:49.000Z');
INSERT INTO "event" VALUES('y5w8',5,'{"n":5,"seat":1,"step":"PlaceFirst","pick":"palace.4","digest":"a2bd39bdadbcb276"}','2026-05-01T12:29:10.000Z');
INSERT INTO "event" VALUES('y5w8',6,'{"n":6,"seat":0,"step":"PlaceFirst","pick":"city_hall.1.1","digest":"61c1742b8051f013"}','2026-05-01T12:29:31.000Z');
INSERT INTO "event" VALUES('y5w8',7,'{"n":7,"seat":0,"step":"PlaceFirst","pick":"bishopric.3.1","digest":"b23019fd40a236ef"}','2026-05-01T12:29:52.000Z');
INSERT INTO "event" VALUES('y5w8',8,'{"n":8,"seat":1,"step":"PlaceFirst","pick":"bishopric.2.2","digest":"4a7cfc78f4215a30"}','2026-05-01T12:30:13.000Z');
INSERT INTO "event" VALUES('y5w8',9,'{"n":9,"seat":1,"step":"PlaceFirst","pick":"city_hall.2.2","digest":"4efe4336f93c1457"}','2026-05-01T12:30:34.000Z');
INSERT INTO "event" VALUES('y5w8',10,'{"n":10,"seat":0,"step":"PlaceFirst","pick":"palace.1","digest":"3f55f4d8b554f1f1"}','2026-05-01T12:30:55.000Z');
INSERT INTO "event" VALUES('y5w8',11,'{"n":11,"seat":0,"step":"PlaceFirst","pick":"palace.6","digest":"e4a352e2d90bc003"}','2026-05-01T12:31:16.000Z');
INSERT INTO "event" VALUES('y5w8',12,'{"n":12,"seat":1,"step":"PlaceFirst","pick":"palace.3","digest":"e949069a162d09fc"}','2026-05-01T12:31:37.000Z');
INSERT INTO "event" VALUES('y5w8',13,'{"n":13,"seat":1,"step":"PlaceFirst","pick":"city_hall.1.2"}','2026-05-01T12:31:58.000Z');
INSERT INTO "event" VALUES('y5w8',14,'{"n":14,"step":"RevealCards","chance":["archer","priest","miller"]}','2026-05-01T12:32:05.000Z');
INSERT INTO "event" VALUES('y5w8',15,'{"n":15,"step":"RollDice","chance":[["r3","r3","w4","w5","y3","y5"],["r4","r4","w3","w5","y2","y5"],[],[],["r2","r6","w1","w2","y2","y4"]]}','2026-05-01T12:32:12.000Z');
INSERT INTO "event" VALUES('y5w8',16,'{"n":16,"step":"RevealEvents","chance":["succession_conflict","heresy"]}','2026-05-01T12:32:19.000Z');
INSERT INTO "event" VALUES('y5w8',17,'{"n":17,"step":"RollForGray","chance":4}','2026-05-01T12:32:26.000Z');
INSERT INTO "event" VALUES('y5w8',18,'{"n":18,"step":"BlackDice","chance":[2],"digest":"e2f19bd34fc79ad5"}','2026-05-01T12:32:33.000Z');
INSERT INTO "event" VALUES('y5w8',19,'{"n":19,"seat":0,"step":"FaceBlackDie","pick":["reroll","0y3"]}','2026-05-01T12:32:54.000Z');
INSERT INTO "event" VALUES('y5w8',20,'{"n":20,"step":"RerollDie","chance":2}','2026-05-01T12:33:01.000Z');
INSERT INTO "event" VALUES('y5w8',21,'{"n":21,"seat":0,"step":"FaceBlackDie","pick":["reroll","0w5"]}','2026-05-01T12:33:22.000Z');
INSERT INTO "event" VALUES('y5w8',22,'{"n":22,"step":"RerollDie","chance":1}','2026-05-01T12:33:29.000Z');
INSERT INTO "event" VALUES('y5w8',23,'{"n":23,"seat":0,"step":"FaceBlackDie","pick":["defeat",["0y2"]],"digest":"630930bc7b60b96e"}','2026-05-01T12:33:50.000Z');
INSERT INTO "event" VALUES('y5w8',24,'{"n":24,"seat":0,"step":"TakeTurn","pick":["activate","priest","",["0w4"],"palace.1",1],"digest":"273a33062e750bd2"}','2026-05-01T12:34:11.000Z');
INSERT INTO "event" VALUES('y5w8',25,'{"n":25,"seat":1,"step":"TakeTurn","pick":["place","",["1r4"],"palace.3"],"digest":"aa90b79a6f284efc"}','2026-05-01T12:34:32.000Z');
INSERT INTO "event" VALUES('y8d5',1,'{"n":1,"step":"LayOut","chance":[["hills","forest","mountains","forest","pasture","fields","pasture","hills","pasture","fields","hills","desert","mountains","fields","forest","mountains","pasture","forest","fields"],[4,11,12,8,3,6,9,5,10,11,5,0,2,9,4,10,6,3,8],["wool","generic","generic","generic","ore","brick","grain","lumber","generic"]]}','2026-05-01T12:46:47.000Z');
INSERT INTO "event" VALUES('y8d5',2,'{"n":2,"step":"ShuffleDecks","chance":[["merchant","resource_monopoly","commercial_harbor","merchant","merchant","resource_monopoly","master_merchant","commodity_monopoly","commodity_monopoly","resource_monopoly","merchant_fleet","merchant","merchant","merchant","master_merchant","commercial_harbor","resource_monopoly","merchant_fleet"],["warlord","spy","spy","saboteur","bishop","diplomat","wedding","wedding","diplomat","spy","deserter","saboteur","intrigue","deserter","constitution","intrigue","bishop","warlord"],["alchemist","alchemist","smith","mining","medicine","irrigation","mining","engineer","medicine","inventor","road_building","irrigation","printer","road_building","crane","crane","smith","inventor"]]}','2026-05-01T12:46:54.000Z');
INSERT INTO "event" VALUES('y8d5',3,'{"n":3,"seat":0,"step":"SetupSettlement","pick":31}','2026-05-01T12:47:36.000Z');
INSERT INTO "event" VALUES('y8d5',4,'{"n":4,"seat":0,"step":"SetupRoad","pick":37}','2026-05-01T12:47:57.000Z');
INSERT INTO "event" VALUES('y8d5',5,'{"n":5,"seat":1,"step":"SetupSettlement","pick":24}','2026-05-01T12:48:18.000Z');
INSERT INTO "event" VALUES('y8d5',6,'{"n":6,"seat":1,"step":"SetupRoad","pick":28}','2026-05-01T12:48:39.000Z');
INSERT INTO "event" VALUES('y8d5',7,'{"n":7,"seat":2,"step":"SetupSettlement","pick":0}','2026-05-01T12:49:00.000Z');
INSERT INTO "event" VALUES('y8d5',8,'{"n":8,"seat":2,"step":"SetupRoad","pick":1}','2026-05-01T12:49:21.000Z');
INSERT INTO "event" VALUES('y8d5',9,'{"n":9,"seat":2,"step":"SetupCity","pick":32}','2026-05-01T12:49:42.000Z');
INSERT INTO "event" VALUES('y8d5',10,'{"n":10,"seat":2,"step":"SetupRoad","pick":38}','2026-05-01T12:50:03.000Z');
INSERT INTO "event" VALUES('y8d5',11,'{"n":11,"seat":1,"step":"SetupCity","pick":52}','2026-05-01T12:50:24.000Z');
INSERT INTO "event" VALUES('y8d5',12,'{"n":12,"seat":1,"step":"SetupRoad","pick":68}','2026-05-01T12:50:45.000Z');
INSERT INTO "event" VALUES('y8d5',13,'{"n":13,"seat":0,"step":"SetupCity","pick":38}','2026-05-01T12:51:06.000Z');
INSERT INTO "event" VALUES('y8d5',14,'{"n":14,"seat":0,"step":"SetupRoad","pick":49,"digest":"fcb05e044f352b27"}','2026-05-01T12:51:27.000Z');
INSERT INTO "event" VALUES('y8d5',15,'{"n":15,"seat":0,"step":"PreRoll","pick":"roll"}','2026-05-01T12:51:48.000Z');
INSERT INTO "event" VALUES('y8d5',16,'{"n":16,"step":"Roll","chance":[6,4,"gate_trade"]}','2026-05-01T12:51:55.000Z');
INSERT INTO "event" VALUES('y8d5',17,'{"n":17,"seat":0,"step":"Main","pick":["offer",[["ore",1]],[["brick",1]]]}','2026-05-01T12:52:16.000Z');
INSERT INTO "event" VALUES('y8d5',18,'{"n":18,"seat":1,"step":"TradeResponse","pick":["counter",[["lumber",1]],[["cloth",1]]]}','2026-05-01T12:52:37.000Z');
INSERT INTO "event" VALUES('y8d5',19,'{"n":19,"seat":0,"step":"TradeConfirm","pick":["withdraw"]}','2026-05-01T12:52:58.000Z');
INSERT INTO "event" VALUES('y8d5',20,'{"n":20,"seat":0,"step":"Main","pick":["offer",[["ore",1]],[["paper",1]]]}','2026-05-01T12:53:19.000Z');
INSERT INTO "event" VALUES('y8d5',21,'{"n":21,"seat":1,"step":"TradeResponse","pick":["counter",[["lumber",1]],[["ore",1]]]}','2026-05-01T12:53:40.000Z');
INSERT INTO "event" VALUES('y8d5',22,'{"n":22,"seat":0,"step":"TradeConfirm","pick":["counter",1]}','2026-05-01T12:54:01.000Z');
INSERT INTO "event" VALUES('y8d5',23,'{"n":23,"seat":0,"step":"Main","pick":["offer",[["ore",1]],[["wool",1]]]}','2026-05-01T12:54:22.000Z');
INSERT INTO "event" VALUES('y8d5',24,'{"n":24,"seat":1,"step":"TradeResponse","pick":["counter",[["ore",1]],[["wool",1]]]}','2026-05-01T12:54:43.000Z');
INSERT INTO "event" VALUES('y8d5',25,'{"n":25,"seat":0,"step":"TradeConfirm","pick":["withdraw"]}','2026-05-01T12:55:04.000Z');
INSERT INTO "event" VALUES('y8d5',26,'{"n":26,"seat":0,"step":"Main","pick":["offer",[["lumber",1]],[["coin",1]]]}','2026-05-01T12:55:25.000Z');
INSERT INTO "event" VALUES('y8d5',27,'{"n":27,"seat":1,"step":"TradeResponse","pick":["decline"]}','2026-05-01T12:55:46.000Z');
INSERT INTO "event" VALUES('y8d5',28,'{"n":28,"seat":0,"step":"Main","pick":["offer",[["lumber",1]],[["cloth",1]]]}','2026-05-01T12:56:07.000Z');
INSERT INTO "event" VALUES('y8d5',29,'{"n":29,"seat":1,"step":"TradeResponse","pick":["counter",[["ore",1]],[["cloth",1]]]}','2026-05-01T12:56:28.000Z');
INSERT INTO "event" VALUES('y8d5',30,'{"n":30,"seat":0,"step":"TradeConfirm","pick":["withdraw"]}','2026-05-01T12:56:49.000Z');
INSERT INTO "event" VALUES('y8d5',31,'{"n":31,"seat":0,"step":"Main","pick":["offer",[["ore",1]],[["grain",1]]]}','2026-05-01T12:57:10.000Z');
INSERT INTO "event" VALUES('y8d5',32,'{"n":32,"seat":1,"step":"TradeResponse","pick":["decline"]}','2026-05-01T12:57:31.000Z');
INSERT INTO "event" VALUES('y8d5',33,'{"n":33,"seat":0,"step":"Main","pick":["offer",[["ore",1]],[["grain",1]]]}','2026-05-01T12:57:52.000Z');
INSERT INTO "event" VALUES('y8d5',34,'{"n":34,"seat":1,"step":"TradeResponse","pick":["counter",[["ore",1]],[["coin",1]]]}','2026-05-01T12:58:13.000Z');
INSERT INTO "event" VALUES('y8d5',35,'{"n":35,"seat":0,"step":"TradeConfirm","pick":["withdraw"]}','2026-05-01T12:58:34.000Z');
INSERT INTO "event" VALUES('y8d5',36,'{"n":36,"seat":0,"step":"Main","pick":["offer",[["ore",1]],[["brick",1]]]}','2026-05-01T12:58:55.000Z');
INSERT INTO "event" VALUES('y8d5',37,'{"n":37,"seat":1,"step":"TradeResponse","pick":["counter",[["ore",1]],[["grain",1]]]}','2026-05-01T12:59:16.000Z');
INSERT INTO "event" VALUES('z6p6',1,'{"n":1,"step":"FillRow","chance":["mill_09","church_02","field_12"]}','2026-05-01T12:59:51.000Z');
INSERT INTO "event" VALUES('z6p6',2,'{"n":2,"step":"FillRow","chance":["palace_05","field_14","rampart_08"]}','2026-05-01T12:59:58.000Z');
INSERT INTO "event" VALUES('z6p6',3,'{"n":3,"step":"FillRow","chance":["village_08","field_05","village_11"]}','2026-05-01T13:00:05.000Z');
INSERT INTO "event" VALUES('z6p6',4,'{"n":4,"step":"FillRow","chance":["field_03","rampart_11","mill_07"]}','2026-05-01T13:00:12.000Z');
INSERT INTO "event" VALUES('z6p6',5,'{"n":5,"step":"DrawEvents","chance":["alliance","peasants_revolt","costly_ceremonies","population_growth"]}','2026-05-01T13:00:19.000Z');
INSERT INTO "event" VALUES('z6p6',6,'{"n":6,"step":"DrawScout","chance":0}','2026-05-01T13:00:26.000Z');
INSERT INTO "event" VALUES('z6p6',7,'{"n":7,"seat":0,"step":"PlaceLord","pick":1,"digest":"c4e6e03f67a30650"}','2026-05-01T13:01:01.000Z');
INSERT INTO "event" VALUES('z6p6',8,'{"n":8,"seat":1,"step":"PlaceLord","pick":3,"digest":"1187c71d3644bb1b"}','2026-05-01T13:01:22.000Z');
INSERT INTO "event" VALUES('z6p6',9,'{"n":9,"seat":0,"step":"MoveLord","pick":1,"digest":"82c7274a44224416"}','2026-05-01T13:01:43.000Z');
INSERT INTO "event" VALUES('z6p6',10,'{"n":10,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:02:04.000Z');
INSERT INTO "event" VALUES('z6p6',11,'{"n":11,"seat":1,"step":"PlaceCoinToken","pick":"market"}','2026-05-01T13:02:25.000Z');
INSERT INTO "event" VALUES('z6p6',12,'{"n":12,"step":"RefillRow","chance":["mill_10","rampart_06","palace_07"],"digest":"e49baf9e1f7b6708"}','2026-05-01T13:02:32.000Z');
INSERT INTO "event" VALUES('z6p6',13,'{"n":13,"seat":0,"step":"MoveLord","pick":2,"digest":"f1b2591b3874a84a"}','2026-05-01T13:02:53.000Z');
INSERT INTO "event" VALUES('z6p6',14,'{"n":14,"seat":1,"step":"MoveLord","pick":1}','2026-05-01T13:03:14.000Z');
INSERT INTO "event" VALUES('z6p6',15,'{"n":15,"seat":1,"step":"PlacePlotToken","pick":["field","church"]}','2026-05-01T13:03:35.000Z');
INSERT INTO "event" VALUES('z6p6',16,'{"n":16,"step":"RefillRow","chance":["church_06","field_09","rampart_03"],"digest":"e3e8f5779a068d41"}','2026-05-01T13:03:42.000Z');
INSERT INTO "event" VALUES('z6p6',17,'{"n":17,"seat":1,"step":"MoveLord","pick":3,"digest":"e48b85804842e2cd"}','2026-05-01T13:04:03.000Z');
INSERT INTO "event" VALUES('z6p6',18,'{"n":18,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:04:24.000Z');
INSERT INTO "event" VALUES('z6p6',19,'{"n":19,"step":"RefillRow","chance":["village_04","rampart_01","mill_06"],"digest":"307f87dde76d91b9"}','2026-05-01T13:04:31.000Z');
INSERT INTO "event" VALUES('z6p6',20,'{"n":20,"seat":0,"step":"MoveLord","pick":2,"digest":"b230975f763ae2f1"}','2026-05-01T13:04:52.000Z');
INSERT INTO "event" VALUES('z6p6',21,'{"n":21,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:05:13.000Z');
INSERT INTO "event" VALUES('z6p6',22,'{"n":22,"seat":1,"step":"PlaceScout","pick":[2,3]}','2026-05-01T13:05:34.000Z');
INSERT INTO "event" VALUES('z6p6',23,'{"n":23,"step":"RefillRow","chance":["field_07","village_09","market_05"],"digest":"ad44cbe45bd685e1"}','2026-05-01T13:05:41.000Z');
INSERT INTO "event" VALUES('z6p6',24,'{"n":24,"seat":0,"step":"MoveLord","pick":1}','2026-05-01T13:06:02.000Z');
INSERT INTO "event" VALUES('z6p6',25,'{"n":25,"seat":0,"step":"PlaceScout","pick":[3,2],"digest":"d6dd3ca0966f8242"}','2026-05-01T13:06:23.000Z');
INSERT INTO "event" VALUES('z6p6',26,'{"n":26,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:06:44.000Z');
INSERT INTO "event" VALUES('z6p6',27,'{"n":27,"seat":1,"step":"PlacePlotToken","pick":["village","palace"]}','2026-05-01T13:07:05.000Z');
INSERT INTO "event" VALUES('z6p6',28,'{"n":28,"step":"RefillRow","chance":["market_01","mill_12","market_10"],"digest":"742c51eb02b794f9"}','2026-05-01T13:07:12.000Z');
INSERT INTO "event" VALUES('z6p6',29,'{"n":29,"seat":0,"step":"MoveLord","pick":3,"digest":"0807602896a6aec2"}','2026-05-01T13:07:33.000Z');
INSERT INTO "event" VALUES('z6p6',30,'{"n":30,"seat":1,"step":"MoveLord","pick":1}','2026-05-01T13:07:54.000Z');
INSERT INTO "event" VALUES('z6p6',31,'{"n":31,"seat":1,"step":"PlaceCoinToken","pick":"mill"}','2026-05-01T13:08:15.000Z');
INSERT INTO "event" VALUES('z6p6',32,'{"n":32,"step":"RefillRow","chance":["market_03","barracks_03","barracks_01"],"digest":"4279e8babd380240"}','2026-05-01T13:08:22.000Z');
INSERT INTO "event" VALUES('z6p6',33,'{"n":33,"seat":1,"step":"MoveLord","pick":1,"digest":"e51c351422d62c95"}','2026-05-01T13:08:43.000Z');
INSERT INTO "event" VALUES('z6p6',34,'{"n":34,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:09:04.000Z');
INSERT INTO "event" VALUES('z6p6',35,'{"n":35,"seat":0,"step":"PlaceScout","pick":[1,1]}','2026-05-01T13:09:25.000Z');
INSERT INTO "event" VALUES('z6p6',36,'{"n":36,"step":"RefillRow","chance":["church_05","field_02","market_08"],"digest":"aed14bb65b16ce78"}','2026-05-01T13:09:32.000Z');
INSERT INTO "event" VALUES('z6p6',37,'{"n":37,"seat":1,"step":"MoveLord","pick":2,"digest":"ec4dca3d6324d165"}','2026-05-01T13:09:53.000Z');
INSERT INTO "event" VALUES('z6p6',38,'{"n":38,"seat":0,"step":"MoveLord","pick":1}','2026-05-01T13:10:14.000Z');
INSERT INTO "event" VALUES('z6p6',39,'{"n":39,"step":"RefillRow","chance":["village_01","field_01","village_06"],"digest":"911f725ad5fa3186"}','2026-05-01T13:10:21.000Z');
INSERT INTO "event" VALUES('z6p6',40,'{"n":40,"seat":0,"step":"MoveLord","pick":2,"digest":"49c1b679a4e1d3d6"}','2026-05-01T13:10:42.000Z');
INSERT INTO "event" VALUES('z6p6',41,'{"n":41,"seat":1,"step":"MoveLord","pick":1}','2026-05-01T13:11:03.000Z');
INSERT INTO "event" VALUES('z6p6',42,'{"n":42,"step":"RefillRow","chance":["mill_01","mill_05","market_06"],"digest":"d784c3876eb95f9e"}','2026-05-01T13:11:10.000Z');
INSERT INTO "event" VALUES('z6p6',43,'{"n":43,"seat":1,"step":"MoveLord","pick":2,"digest":"9779c2a27ecf2d9b"}','2026-05-01T13:11:31.000Z');
INSERT INTO "event" VALUES('z6p6',44,'{"n":44,"seat":0,"step":"MoveLord","pick":3}','2026-05-01T13:11:52.000Z');
INSERT INTO "event" VALUES('z6p6',45,'{"n":45,"step":"RefillRow","chance":["palace_01","barracks_02","mill_03"],"digest":"02835ce8d13a2db5"}','2026-05-01T13:11:59.000Z');
INSERT INTO "event" VALUES('z6p6',46,'{"n":46,"seat":1,"step":"MoveLord","pick":3,"digest":"6a0bd436776ba7d3"}','2026-05-01T13:12:20.000Z');
INSERT INTO "event" VALUES('z6p6',47,'{"n":47,"seat":0,"step":"MoveLord","pick":1}','2026-05-01T13:12:41.000Z');
INSERT INTO "event" VALUES('z6p6',48,'{"n":48,"seat":0,"step":"PlaceCoinToken","pick":"mill"}','2026-05-01T13:13:02.000Z');
INSERT INTO "event" VALUES('z6p6',49,'{"n":49,"step":"RefillRow","chance":["palace_03","church_08","church_03"],"digest":"d4d7bc25ba39402e"}','2026-05-01T13:13:09.000Z');
INSERT INTO "event" VALUES('z6p6',50,'{"n":50,"seat":0,"step":"MoveLord","pick":1,"digest":"094751b46e3c4aaa"}','2026-05-01T13:13:30.000Z');
INSERT INTO "event" VALUES('z6p6',51,'{"n":51,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:13:51.000Z');
INSERT INTO "event" VALUES('z6p6',52,'{"n":52,"step":"RefillRow","chance":["field_10","rampart_04","barracks_08"],"digest":"0a07998a701961d3"}','2026-05-01T13:13:58.000Z');
INSERT INTO "event" VALUES('z6p6',53,'{"n":53,"seat":0,"step":"MoveLord","pick":2,"digest":"b10b61bfcc32a2a3"}','2026-05-01T13:14:19.000Z');
INSERT INTO "event" VALUES('z6p6',54,'{"n":54,"seat":1,"step":"MoveLord","pick":1,"digest":"d874781683d2ad53"}','2026-05-01T13:14:40.000Z');
INSERT INTO "event" VALUES('z6p6',55,'{"n":55,"seat":1,"step":"MoveLord","pick":2,"digest":"6e109967bbd6276d"}','2026-05-01T13:15:01.000Z');
INSERT INTO "event" VALUES('z6p6',56,'{"n":56,"seat":0,"step":"MoveLord","pick":1,"digest":"23c0abcfefd79b17"}','2026-05-01T13:15:22.000Z');
INSERT INTO "event" VALUES('z6p6',57,'{"n":57,"seat":0,"step":"MoveLord","pick":2}','2026-05-01T13:15:43.000Z');
INSERT INTO "event" VALUES('z6p6',58,'{"n":58,"seat":0,"step":"PlaceCoinToken","pick":"field","digest":"d0656a4894307898"}','2026-05-01T13:16:04.000Z');
INSERT INTO "event" VALUES('z6p6',59,'{"n":59,"seat":1,"step":"MoveLord","pick":3}','2026-05-01T13:16:25.000Z');
INSERT INTO "event" VALUES('z6p6',60,'{"n":60,"seat":1,"step":"PlacePlotToken","pick":["church","village"],"digest":"9259d7eef0e38b26"}','2026-05-01T13:16:46.000Z');
CREATE TABLE gathering (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    data TEXT NOT NULL,
    host INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    code TEXT NOT NULL UNIQUE,
    open TEXT NOT NULL,
    watch INTEGER NOT NULL,
    ordered INTEGER NOT NULL,
    days INTEGER NOT NULL,
    created TEXT NOT NULL
, again TEXT, hours INTEGER NOT NULL DEFAULT 0, steps_in INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO "gathering" VALUES('n6p6','middle_ages','{}','{}',1,'K3H5','open',1,0,3,'2026-05-01T14:01:22.000Z',NULL,0,0);
INSERT INTO "gathering" VALUES('t3n4','knights','{"preset": "usual", "win_target": "15", "discard_base": "7", "layout": "random_spiral", "open_hands": "no", "answers_aloud": "no", "counted_cards": "no"}','{}',2,'G6B9','open',1,0,3,'2026-05-01T14:00:34.000Z',NULL,72,1);
CREATE TABLE host (
    id TEXT PRIMARY KEY,
    place TEXT NOT NULL,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    begun TEXT NOT NULL,
    seen TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE hosted (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    host INTEGER REFERENCES person (id) ON DELETE SET NULL,
    code TEXT NOT NULL,
    watch INTEGER NOT NULL,
    days INTEGER NOT NULL,
    begun TEXT NOT NULL
, hours INTEGER NOT NULL DEFAULT 0, steps_in INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO "hosted" VALUES('j6g2',2,'U3Y5',1,3,'2026-05-01T13:17:56.000Z',0,0);
INSERT INTO "hosted" VALUES('p3f5',1,'W5U7',1,3,'2026-05-01T13:21:54.000Z',0,0);
INSERT INTO "hosted" VALUES('r7f7',1,'Q5V4',1,3,'2026-05-01T12:02:27.000Z',0,0);
INSERT INTO "hosted" VALUES('t3g4',1,'Y7X4',1,3,'2026-05-01T12:35:42.000Z',0,0);
INSERT INTO "hosted" VALUES('t8w2',1,'V2B3',1,3,'2026-05-01T12:12:29.000Z',24,0);
INSERT INTO "hosted" VALUES('y5w8',1,'W5H2',1,3,'2026-05-01T12:28:21.000Z',0,0);
INSERT INTO "hosted" VALUES('y8d5',1,'A2W5',1,9,'2026-05-01T12:47:29.000Z',0,0);
INSERT INTO "hosted" VALUES('z6p6',1,'C7E5',1,3,'2026-05-01T13:00:54.000Z',0,0);
CREATE TABLE house (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "house" VALUES('invitation','R4R9-F4R4');
INSERT INTO "house" VALUES('kinds of address','mail ntfy');
CREATE TABLE key (
    fingerprint TEXT PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    added TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "key" VALUES('SHA256:Anna2xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',1,'phone','2026-05-01T12:01:03.000Z');
INSERT INTO "key" VALUES('SHA256:Annaxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',1,'laptop of Anna','2026-05-01T12:00:14.000Z');
INSERT INTO "key" VALUES('SHA256:Borisxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',2,'laptop of Boris','2026-05-01T12:00:28.000Z');
INSERT INTO "key" VALUES('SHA256:Claraxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',3,'laptop of Clara','2026-05-01T12:00:42.000Z');
INSERT INTO "key" VALUES('SHA256:Динаxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',4,'laptop of Дина','2026-05-01T12:00:56.000Z');
CREATE TABLE line (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
INSERT INTO "line" VALUES('r7f7',1,2,'2026-05-01T13:58:37.000Z','Who has the wood? Кто взял лес?');
INSERT INTO "line" VALUES('r7f7',2,1,'2026-05-01T13:59:18.000Z','Not me.');
CREATE TABLE match (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    header TEXT NOT NULL,
    created TEXT NOT NULL,
    changed TEXT NOT NULL,
    events INTEGER NOT NULL,
    round INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    active INTEGER NOT NULL,
    over INTEGER NOT NULL,
    result TEXT NOT NULL,
    owing TEXT NOT NULL DEFAULT '[]'
, unrated TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
INSERT INTO "match" VALUES('c7k3','era',1,'{"guildhall":2,"game":"era","rules":1,"digests":2,"seats":[["Solo","person"]],"options":{},"data":{},"seed":"solo"}','2026-05-01T13:34:02+00:00','2026-05-01T13:52:49+00:00',76,8,25,-1,1,'[[0, 1, 4]]','[]','');
INSERT INTO "match" VALUES('d9c6','middle_ages',1,'{"guildhall":2,"game":"middle_ages","rules":1,"digests":2,"seats":[["Anna","person"],["Old greedy","bot:old_greedy"]],"options":{},"data":{},"seed":"retired"}','2026-05-01T13:26:20+00:00','2026-05-01T13:26:20+00:00',20,4,10,0,0,'[]','[0]','');
INSERT INTO "match" VALUES('e1s2','middle_ages',1,'{"guildhall":2,"game":"middle_ages","rules":1,"digests":2,"seats":[["Anna","person"],["Boris","person"]],"options":{},"data":{},"seed":"a346138084899868e158311d9eff5571"}','2026-05-01T14:01:29+00:00','2026-05-01T14:01:29+00:00',60,16,34,-1,1,'[[1, 1, 114], [0, 2, 101]]','[]','elsewhere');
INSERT INTO "match" VALUES('j6g2','troyes',1,'{"guildhall":2,"game":"troyes","rules":1,"digests":2,"seats":[["Boris","person"],["Anna","person"]],"options":{"bonus":"off","start":"random"},"data":{},"seed":"a4a6840c4dbd677c0f7d6ad522a4ce1d"}','2026-05-01T13:17:49+00:00','2026-05-01T13:20:09+00:00',8,0,7,1,1,'[[1, 1, -6], [0, 2, -6]]','[]','');
INSERT INTO "match" VALUES('p3f5','middle_ages',1,'{"guildhall":2,"game":"middle_ages","rules":1,"digests":2,"seats":[["Anna","person"],["Дина","person"],["Clara","bot:medium"]],"options":{},"data":{},"seed":"1995628800e331511b43e25b0a6b7fb8"}','2026-05-01T13:21:47+00:00','2026-05-01T13:23:39+00:00',12,1,6,0,0,'[]','[0]','handed over');
INSERT INTO "match" VALUES('r7f7','deus',1,'{"guildhall":2,"game":"deus","rules":1,"digests":2,"seats":[["Anna","person"],["Boris","person"],["Medium","bot:medium"]],"options":{"first":"drawn","layout":"standard","pieces":"usual","points":"open","wildcard":"no"},"data":{},"seed":"1d6ef65f11e56b6397edea2f0ec9359b"}','2026-05-01T12:02:20+00:00','2026-05-01T12:11:26+00:00',35,6,16,0,0,'[]','[0]','');
INSERT INTO "match" VALUES('t3g4','catan',1,'{"guildhall":2,"game":"catan","rules":1,"digests":2,"seats":[["Anna","person"],["Boris","person"],["Random","bot:random"]],"options":{"answers_aloud":"no","counted_cards":"no","discard_base":"7","layout":"random_spiral","open_hands":"no","win_target":"10"},"data":{},"seed":"84d9d3260b13f25f5c73933eaf56d1d0"}','2026-05-01T12:35:35+00:00','2026-05-01T12:46:12+00:00',33,1,1,0,0,'[]','[1]','');
INSERT INTO "match" VALUES('t3v8','middle_ages',1,'{"guildhall":2,"game":"middle_ages","rules":1,"digests":2,"seats":[["Anna","person"],["Old greedy","bot:old_greedy"]],"options":{},"data":{},"seed":"retired 2"}','2026-05-01T13:33:55+00:00','2026-05-01T13:33:55+00:00',64,16,34,-1,1,'[[1, 1, 138], [0, 2, 86]]','[]','');
INSERT INTO "match" VALUES('t8w2','era',1,'{"guildhall":2,"game":"era","rules":1,"digests":2,"seats":[["Anna","person"],["Boris","person"],["Дина","person"]],"options":{},"data":{},"seed":"941b033c4d1b4bb3c937085a473e050d"}','2026-05-01T12:12:22+00:00','2026-05-01T12:27:18+00:00',48,1,6,1,0,'[]','[1]','');
INSERT INTO "match" VALUES('y5w8','troyes',1,'{"guildhall":2,"game":"troyes","rules":1,"digests":2,"seats":[["Anna","person"],["Boris","person"]],"options":{"bonus":"off","start":"random"},"data":{},"seed":"7a5c9154436a928a9ab01410db0dfdce"}','2026-05-01T12:28:14+00:00','2026-05-01T12:34:39+00:00',25,1,16,0,0,'[]','[0]','');
INSERT INTO "match" VALUES('y8d5','knights',2,'{"guildhall":2,"game":"knights","rules":2,"digests":2,"seats":[["Anna","person"],["Boris","person"],["Clara","bot:medium"]],"options":{"answers_aloud":"no","counted_cards":"no","discard_base":"7","layout":"random_spiral","open_hands":"no","preset":"usual","win_target":"13"},"data":{},"seed":"f8f95d5918b937206d99029daf0b9f35"}','2026-05-01T12:47:22+00:00','2026-05-01T12:59:23+00:00',37,1,1,0,0,'[]','[0]','handed over');
INSERT INTO "match" VALUES('z6p6','middle_ages',1,'{"guildhall":2,"game":"middle_ages","rules":1,"digests":2,"seats":[["Anna","person"],["Boris","person"]],"options":{},"data":{},"seed":"a346138084899868e158311d9eff5571"}','2026-05-01T13:00:47+00:00','2026-05-01T13:16:53+00:00',60,16,34,-1,1,'[[1, 1, 114], [0, 2, 101]]','[]','');
CREATE TABLE muted (
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (person, other)
) WITHOUT ROWID;
INSERT INTO "muted" VALUES(2,3);
CREATE TABLE note (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
INSERT INTO "note" VALUES('r7f7',1,'2026-05-01T14:00:06.000Z','Boris saves for a temple — watch him');
CREATE TABLE owner (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person INTEGER REFERENCES person (id) ON DELETE SET NULL,
    former INTEGER REFERENCES person (id) ON DELETE SET NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
INSERT INTO "owner" VALUES('j6g2',0,2,NULL);
INSERT INTO "owner" VALUES('j6g2',1,1,NULL);
INSERT INTO "owner" VALUES('p3f5',0,1,NULL);
INSERT INTO "owner" VALUES('p3f5',1,NULL,4);
INSERT INTO "owner" VALUES('p3f5',2,NULL,3);
INSERT INTO "owner" VALUES('r7f7',0,1,NULL);
INSERT INTO "owner" VALUES('r7f7',1,2,NULL);
INSERT INTO "owner" VALUES('r7f7',2,NULL,NULL);
INSERT INTO "owner" VALUES('t3g4',0,1,NULL);
INSERT INTO "owner" VALUES('t3g4',1,2,NULL);
INSERT INTO "owner" VALUES('t3g4',2,NULL,NULL);
INSERT INTO "owner" VALUES('t8w2',0,1,NULL);
INSERT INTO "owner" VALUES('t8w2',1,2,NULL);
INSERT INTO "owner" VALUES('t8w2',2,4,NULL);
INSERT INTO "owner" VALUES('y5w8',0,1,NULL);
INSERT INTO "owner" VALUES('y5w8',1,2,NULL);
INSERT INTO "owner" VALUES('y8d5',0,1,NULL);
INSERT INTO "owner" VALUES('y8d5',1,2,NULL);
INSERT INTO "owner" VALUES('y8d5',2,NULL,3);
INSERT INTO "owner" VALUES('z6p6',0,1,NULL);
INSERT INTO "owner" VALUES('z6p6',1,2,NULL);
CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    admin INTEGER NOT NULL,
    banned INTEGER NOT NULL,
    created TEXT NOT NULL,
    seen TEXT NOT NULL,
    settings TEXT NOT NULL
);
INSERT INTO "person" VALUES(1,'Anna','anna',1,0,'2026-05-01T12:00:07.000Z','2026-05-01T12:00:07.000Z','{"language": "ru", "theme": "light", "glyphs": "ascii", "colours": "256", "confirm": "always", "pace": "15", "mouse": "off", "keys": {"play.undo": "ctrl+z", "lobby.new": "f5"}, "cards": "timed", "coach": "off", "call": "title", "movement": "off", "shown": "lines", "copies": "7", "coached": {"era": "on"}, "lessons": {"deus": 4}}');
INSERT INTO "person" VALUES(2,'Boris','boris',0,0,'2026-05-01T12:00:21.000Z','2026-05-01T12:00:21.000Z','');
INSERT INTO "person" VALUES(3,'Clara','clara',0,1,'2026-05-01T12:00:35.000Z','2026-05-01T12:00:35.000Z','');
INSERT INTO "person" VALUES(4,'Дина','дина',0,0,'2026-05-01T12:00:49.000Z','2026-05-01T12:00:49.000Z','');
CREATE TABLE place (
    gathering TEXT NOT NULL REFERENCES gathering (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person INTEGER REFERENCES person (id) ON DELETE SET NULL,
    meant INTEGER REFERENCES person (id) ON DELETE SET NULL,
    bot TEXT,
    since TEXT,
    PRIMARY KEY (gathering, seat),
    UNIQUE (gathering, person)
) WITHOUT ROWID;
INSERT INTO "place" VALUES('n6p6',0,1,NULL,NULL,'2026-05-01T14:01:22.000Z');
INSERT INTO "place" VALUES('n6p6',1,NULL,NULL,NULL,NULL);
INSERT INTO "place" VALUES('t3n4',0,2,NULL,NULL,'2026-05-01T14:00:34.000Z');
INSERT INTO "place" VALUES('t3n4',1,NULL,1,NULL,NULL);
INSERT INTO "place" VALUES('t3n4',2,NULL,NULL,NULL,NULL);
INSERT INTO "place" VALUES('t3n4',3,NULL,NULL,'bot:strong',NULL);
CREATE TABLE proposal (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    events INTEGER NOT NULL,
    player TEXT NOT NULL,
    made TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "proposal" VALUES('r7f7','rewind',0,32,35,'person','2026-05-01T14:00:27.000Z');
CREATE TABLE quiet (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
INSERT INTO "quiet" VALUES('t3g4',2);
CREATE TABLE review (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    made_with TEXT NOT NULL,
    body TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "review" VALUES('z6p6','b0d38b732b05a85fd0ecce90','{"points":[[0,[0.5073715596075059,0.5188379967911837],[0.00953201279344368,0.013316923596816133],[0.5073715596075059,0.5188379967911837]],[1,[0.4911156960760709,0.5275064538113922],[0.006334131783791096,0.00998800090664266],[0.4911156960760709,0.5275064538113922]],[2,[0.4927800010803502,0.5238802771207359],[0.007995354313668209,0.009914486863382142],[0.4927800010803502,0.5238802771207359]],[3,[0.492808535609699,0.5226198935059588],[0.007480991951043944,0.009916807476702148],[0.492808535609699,0.5226198935059588]],[4,[0.492808535609699,0.5226198935059588],[0.007480991951043944,0.009916807476702148],[0.492808535609699,0.5226198935059588]],[5,[0.4894438498877969,0.5422246004488126],[0.018829692899774098,0.014233909907577409],[0.4894438498877969,0.5422246004488126]],[6,[0.563336900673219,0.4366630993267811],[0.0,0.0],[0.563336900673219,0.4366630993267811]],[7,[0.4366630993267811,0.563336900673219],[0.0,0.0],[0.4366630993267811,0.563336900673219]],[8,[0.5693604401461543,0.43063955985384567],[0.0,0.0],[0.49080238235706486,0.5091976176429351]],[9,[0.46382627635209905,0.5361737236479011],[0.0,0.0],[0.46382627635209905,0.5361737236479011]],[10,[0.5380302802312584,0.46196971976874157],[0.0,0.0],[0.5380302802312584,0.46196971976874157]],[11,[0.5613126908029136,0.43868730919708643],[0.0,0.0],[0.5613126908029136,0.43868730919708643]],[12,[0.595782825810016,0.4042171741899841],[0.0,0.0],[0.5613126908029136,0.43868730919708643]],[13,[0.5873455756503783,0.4126544243496218],[0.0,0.0],[0.5873455756503783,0.4126544243496218]],[14,[0.5873455756503783,0.4126544243496218],[0.0,0.0],[0.5873455756503783,0.4126544243496218]],[15,[0.6642341169653265,0.33576588303467353],[0.0,0.0],[0.6642341169653265,0.33576588303467353]],[16,[0.5857070108376867,0.41429298916231333],[0.0,0.0],[0.6642341169653265,0.33576588303467353]],[17,[0.5857070108376867,0.41429298916231333],[0.0,0.0],[0.5857070108376867,0.41429298916231333]],[18,[0.5961024401917383,0.4038975598082617],[0.0,0.0],[0.5961024401917383,0.4038975598082617]],[19,[0.6331727365497016,0.3668272634502984],[0.0,1.6737241846796126e-17],[0.5961024401917383,0.4038975598082617]],[20,[0.6331727365497016,0.3668272634502984],[0.0,1.6737241846796126e-17],[0.6331727365497016,0.3668272634502984]],[21,[0.6331727365497016,0.3668272634502984],[0.0,1.6737241846796126e-17],[0.6331727365497016,0.3668272634502984]],[22,[0.6331727365497016,0.3668272634502984],[0.0,1.6737241846796126e-17],[0.6331727365497016,0.3668272634502984]],[23,[0.6322008244657346,0.3677991755342654],[0.0,1.6737241846796126e-17],[0.6331727365497016,0.3668272634502984]],[24,[0.6667077918596883,0.3332922081403117],[0.0,0.0],[0.6667077918596883,0.3332922081403117]],[25,[0.664377826518351,0.3356221734816491],[0.0,0.0],[0.664377826518351,0.3356221734816491]],[26,[0.664377826518351,0.3356221734816491],[0.0,0.0],[0.664377826518351,0.3356221734816491]],[27,[0.8581462492359438,0.1418537507640561],[0.0,0.0],[0.8581462492359438,0.1418537507640561]],[28,[0.8656111990169203,0.13438880098307965],[0.0,0.0],[0.8581462492359438,0.1418537507640561]],[29,[0.8656111990169203,0.13438880098307965],[0.0,0.0],[0.8656111990169203,0.13438880098307965]],[30,[0.8267459784823797,0.1732540215176205],[3.347448369359225e-17,0.0],[0.8267459784823797,0.1732540215176205]],[31,[0.8204876157999097,0.17951238420009027],[0.0,0.0],[0.8204876157999097,0.17951238420009027]],[32,[0.7052471021756318,0.29475289782436825],[3.347448369359225e-17,0.0],[0.8204876157999097,0.17951238420009027]],[33,[0.7905435552054297,0.2094564447945703],[0.0,0.0],[0.7905435552054297,0.2094564447945703]],[34,[0.7905435552054297,0.2094564447945703],[0.0,0.0],[0.7905435552054297,0.2094564447945703]],[35,[0.7959201105375664,0.20407988946243352],[0.0,8.368620923398063e-18],[0.7959201105375664,0.20407988946243352]],[36,[0.5946106149502235,0.40538938504977634],[0.0,1.6737241846796126e-17],[0.7959201105375664,0.20407988946243352]],[37,[0.5946106149502235,0.40538938504977634],[0.0,1.6737241846796126e-17],[0.5946106149502235,0.40538938504977634]],[38,[0.6717037514474078,0.32829624855259226],[0.0,0.0],[0.6717037514474078,0.32829624855259226]],[39,[0.8040966893832374,0.19590331061676278],[3.347448369359225e-17,0.0],[0.6717037514474078,0.32829624855259226]],[40,[0.7239717355145096,0.27602826448549045],[0.0,0.0],[0.7239717355145096,0.27602826448549045]],[41,[0.7239717355145096,0.27602826448549045],[0.0,0.0],[0.7239717355145096,0.27602826448549045]],[42,[0.62045622009094,0.37954377990906],[0.0,0.0],[0.7239717355145096,0.27602826448549045]],[43,[0.7119056510277338,0.28809434897226627],[0.0,0.0],[0.7119056510277338,0.28809434897226627]],[44,[0.7104603821151314,0.28953961788486854],[0.0,0.0],[0.7104603821151314,0.28953961788486854]],[45,[0.5208193279883149,0.4791806720116852],[0.0,0.0],[0.7104603821151314,0.28953961788486854]],[46,[0.5070573744100854,0.4929426255899147],[0.0,0.0],[0.5070573744100854,0.4929426255899147]],[47,[0.5070573744100854,0.4929426255899147],[0.0,0.0],[0.5070573744100854,0.4929426255899147]],[48,[0.5186697474172404,0.48133025258275963],[0.0,0.0],[0.5186697474172404,0.48133025258275963]],[49,[0.6428282533237752,0.3571717466762248],[0.0,0.0],[0.5186697474172404,0.48133025258275963]],[50,[0.21163449112977348,0.7883655088702266],[0.0,0.0],[0.21163449112977348,0.7883655088702266]],[51,[0.21163449112977348,0.7883655088702266],[0.0,0.0],[0.21163449112977348,0.7883655088702266]],[52,[0.11168765066843463,0.8883123493315653],[0.0,0.0],[0.21163449112977348,0.7883655088702266]],[53,[0.035745032357526574,0.9642549676424735],[0.0,0.0],[0.035745032357526574,0.9642549676424735]],[54,[0.6223066484353045,0.37769335156469547],[0.0,0.0],[0.17710504307671468,0.8228949569232853]],[55,[0.08739275112129381,0.9126072488787061],[0.0,0.0],[0.08739275112129381,0.9126072488787061]],[56,[0.05063852758242813,0.9493614724175719],[0.0,0.0],[0.08739275112129381,0.9126072488787061]],[57,[0.05063852758242813,0.9493614724175719],[0.0,0.0],[0.05063852758242813,0.9493614724175719]],[58,[0.0018280665400283549,0.9981719334599717],[0.0,0.0],[0.0018280665400283549,0.9981719334599717]],[59,[0.0018280665400283549,0.9981719334599717],[0.0,0.0],[0.0018280665400283549,0.9981719334599717]],[60,[0.0,1.0],[0.0,0.0],[0.0,1.0]]],"judged":[[50,0,[1,0.23388409849551348,0.026114953637930628,12],[3,0.8931158891665586,0.0100254433035935,12],0.017498644823941194],[27,1,[["village","palace"],0.1856011552684986,0.014720218584970786,12],[["palace","village"],0.4774428351388285,0.03380295572081841,12],0.02410081074445822],[54,1,[1,0.9909651472977388,0.0,64],[3,0.9989505735644614,0.0,64],0.0],[7,0,[1,0.4358753960965007,0.005636417172051298,12],[2,0.462255728873143,0.005478726874430972,12],0.010781477010237867],[9,0,[1,0.39746133185992494,0.01456302158640432,12],[2,0.3890515654130809,0.01518282436510567,12],0.02699106925526361],[43,1,[2,0.17707703204096478,0.05964727995684805,12],[3,0.2753440420463521,0.04452089461259241,12],0.05990937224242662],[33,1,[1,0.16296436620975444,0.011073209837117345,12],[2,0.20762564482758797,0.011636158189704881,12],0.005670331328458689],[40,0,[2,0.5360617891359016,0.06664801868060057,12],[1,0.6941832283334475,0.08025611726349642,12],0.03634964686215894],[15,1,[["field","church"],0.5027821958102238,0.01504261754398187,12],[["church","mill"],0.5834202183133901,0.017905856313968245,12],0.00850603749401463],[53,0,[2,0.0010494264355386642,0.0,42],[1,0.002158337390681128,0.0,42],0.0],[10,1,[3,0.5154355829135231,0.01935074017387071,12],[2,0.6230583644921844,0.014097032346217885,12],0.022617016400389812],[8,1,[3,0.5454234304088327,0.0059421823285404985,12],[2,0.566515916571555,0.004112643505399419,12],0.004716528559906295],[58,0,["field",0.0,0.0,18],["field",0.0,0.0,18],0.0],[11,1,["market",0.445007678037509,0.01274984228214587,12],["mill",0.44664080905660414,0.014512279501474658,12],0.0028805155839257543],[13,0,[2,0.6240424193777115,0.023760729706615125,12],[1,0.47226131405755845,0.027908651031191913,12],0.034374520064938484],[25,0,[[3,2],0.6952739379197478,0.01583229094148479,12],[[4,3],0.6965196246196755,0.015003428081789215,12],0.001972993701738023],[44,0,[3,0.5897974114421233,0.07996829290399139,12],[1,0.6877134711418411,0.08384269489669537,12],0.07327505768939925],[14,1,[1,0.5887779214876847,0.004755953452430153,64],[1,0.5887779214876847,0.004755953452430153,64],0.0],[17,1,[3,0.3914514818568983,0.015695237369588586,12],[2,0.6077889507102284,0.022083279690354195,12],0.01124783520311013],[20,0,[2,0.6765970777883505,0.013649922271226385,42],[2,0.6765970777883505,0.013649922271226385,42],0.0],[21,1,[3,0.32151568211274695,0.007584159236036302,64],[1,0.3360452632363634,0.005817527125398776,64],0.003929624902243272],[22,1,[[2,3],0.34207991847280517,0.017743000216096268,18],[[3,3],0.3522701158519883,0.012795240127969423,18],0.0078771484835815],[26,1,[3,0.3015951461382435,0.009245786465769398,64],[3,0.3015951461382435,0.009245786465769398,64],0.0],[29,0,[3,0.7841613669677737,0.009113508108978638,42],[3,0.7841613669677737,0.009113508108978638,42],0.0],[34,0,[2,0.8262262719031727,0.013887950262093178,12],[3,0.6630681419993827,0.03136318229490527,12],0.0204555758053839],[37,1,[2,0.21281449413166145,0.031117918721572796,12],[3,0.230999816036391,0.031516935918808255,12],0.00230077014901219],[41,1,[1,0.4883807944689719,0.023133503131374557,64],[1,0.4883807944689719,0.023133503131374557,64],0.0],[47,0,[1,0.6743636750465966,0.02356832524575879,64],[2,0.6871291764952416,0.01657897656594005,64],0.008217454470455049],[51,1,[3,0.5520082914681416,0.013604492766410748,64],[3,0.5520082914681416,0.013604492766410748,64],0.0],[56,0,[1,0.0,0.0,64],[1,0.0,0.0,64],0.0],[57,0,[2,0.0,0.0,42],[2,0.0,0.0,42],0.0],[59,1,[3,1.0,0.0,64],[3,1.0,0.0,64],0.0],[60,1,[["church","village"],1.0,0.0,64],[["church","village"],1.0,0.0,64],0.0],[35,0,[[1,1],0.7897240688396004,0.01814710224349266,12],[[2,1],0.570336900917377,0.026663793752515277,12],0.016340670211175426],[31,1,["mill",0.2869852386077657,0.01604419136402118,12],["church",0.3322286939335678,0.020154866791642165,12],0.009886294727075945],[18,0,[2,0.5681073157375884,0.009422105095110106,64],[2,0.5681073157375884,0.009422105095110106,64],0.0],[48,0,["mill",0.6345642771879921,0.030952642138223213,12],["barracks",0.7179646032943303,0.025179871451661548,12],0.022164350938112327],[46,1,[3,0.2220551141672061,0.020745975901218173,12],[1,0.2603931392534873,0.031214063095857284,12],0.02419831517741722],[24,0,[1,0.7055662507493525,0.008900666325396458,64],[2,0.7131563832199517,0.007250752402795963,64],0.005017042972493573],[30,1,[1,0.3402372068015208,0.010770207629168815,64],[1,0.3402372068015208,0.010770207629168815,64],0.0],[38,0,[1,0.7081230019620823,0.011561891202636218,64],[1,0.7081230019620823,0.011561891202636218,64],0.0],[55,1,[2,1.0,0.0,42],[2,1.0,0.0,42],0.0]]}');
CREATE TABLE said (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    gathering TEXT REFERENCES gathering (id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    text TEXT NOT NULL
);
INSERT INTO "said" VALUES(1,NULL,4,'2026-05-01T13:59:59.000Z','Anybody for a game?');
INSERT INTO "said" VALUES(2,'t3n4',2,'2026-05-01T14:01:15.000Z','Come and play!');
CREATE TABLE word (
    digest TEXT PRIMARY KEY,
    person INTEGER NOT NULL UNIQUE REFERENCES person (id) ON DELETE CASCADE,
    until TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "word" VALUES('1364a4678dfdc90f66ed9c8be2110eeebac606115fa9b4feebc528dcdee12940',2,'2026-05-01T12:16:10.000Z');
CREATE INDEX best_of ON best (game, options, data, total DESC);
CREATE INDEX match_changed ON match (changed, id);
CREATE INDEX match_over ON match (over, changed, id);
CREATE INDEX key_of ON key (person);
CREATE INDEX gathering_of ON gathering (host);
CREATE INDEX gathering_open ON gathering (open, created);
CREATE INDEX place_of ON place (person);
CREATE INDEX place_for ON place (meant);
CREATE INDEX hosted_by ON hosted (host, begun);
CREATE INDEX hosted_code ON hosted (code, begun);
CREATE INDEX owner_of ON owner (person, match);
CREATE INDEX owner_before ON owner (former, match);
CREATE INDEX line_of ON line (person, at);
CREATE INDEX said_in ON said (gathering, number);
CREATE INDEX said_of ON said (person, at);
CREATE UNIQUE INDEX gathering_again ON gathering (again);
CREATE INDEX awaited_of ON awaited (person);
CREATE INDEX quiet_of ON quiet (person);
CREATE INDEX note_of ON note (person);
CREATE INDEX beforehand_of ON beforehand (person);
CREATE INDEX errand_of ON errand (host, asked);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('person',4);
INSERT INTO "sqlite_sequence" VALUES('said',2);
COMMIT;
